// Texts as CSV cells. A spreadsheet takes a cell that begins with one of a few characters for a formula,
// and runs it: such a text gets an apostrophe in front, which spreadsheets know as "this is text".

/** Full-width forms too: spreadsheets of East Asia read them as the plain ones. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/**
 * Where the list separator is no comma, a spreadsheet divides a line at semicolons or tabs and knows no
 * quotes but those that open a cell: a formula behind one of them, or on a new line, would be one too.
 */
const FORMULA_WITHIN = /([;\t\r\n])(?=\s*[=+\-@＝＋－＠])/g;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

export function csvCell(text: string): string {
  const within = text.replace(FORMULA_WITHIN, "$1'");
  const safe = FORMULA.test(text) ? `'${within}` : within;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
