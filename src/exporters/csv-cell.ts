// Texts as CSV cells. A spreadsheet takes a cell that begins with one of a few characters for a formula,
// and runs it: such a text gets an apostrophe in front, which spreadsheets know as "this is text".

const FORMULA = /^\s*[=+\-@]|^[\t\r\n]/;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
