// Texts as CSV cells. A spreadsheet runs a cell that begins like a formula. Such a text gets an
// apostrophe in front, which spreadsheets read as "this is text".

/** Full-width forms too: East Asian spreadsheets read them like the plain ones. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/**
 * Finds formulas within a cell. A spreadsheet whose list separator is no comma splits a line at semicolons
 * or tabs, and knows only quotes that open a cell, so such a formula would run too.
 */
const FORMULA_WITHIN = /([;\t\r\n])(?=\s*[=+\-@＝＋－＠])/g;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

export function csvCell(text: string): string {
  const within = text.replace(FORMULA_WITHIN, "$1'");
  const safe = FORMULA.test(text) ? `'${within}` : within;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
