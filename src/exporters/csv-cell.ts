// Texts as CSV cells. A spreadsheet runs a cell that begins like a formula. Such a text gets an
// apostrophe in front, which spreadsheets read as "this is text".

/** Full-width forms too: East Asian spreadsheets read them like the plain ones. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/**
 * If the list separator is not a comma, a spreadsheet splits a line at semicolons or tabs. It knows only
 * quotes that open a cell, so a formula after a separator or on a new line would run too.
 */
const FORMULA_WITHIN = /([;\t\r\n])(?=\s*[=+\-@＝＋－＠])/g;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

export function csvCell(text: string): string {
  const within = text.replace(FORMULA_WITHIN, "$1'");
  const safe = FORMULA.test(text) ? `'${within}` : within;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
