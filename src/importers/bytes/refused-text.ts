// Text that is refused in every field: bytes that are no UTF-8, and formulas of spreadsheets.

import { quoteGiven } from '#core/nearest';

/** The beginning of a formula for spreadsheets; the last four are the wide forms. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]\s*\S/;
const SIGNED_NUMBER = /^\s*[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?\s*$/i;

/** Whether a spreadsheet would take a text for a formula. A signed number and a lone "-" are no formulas. */
export const isFormula = (text: string): boolean => FORMULA.test(text) && !SIGNED_NUMBER.test(text);

/** What is odd about a text, as the end of a sentence about it; undefined if nothing is. */
export function explainOdd(text: string): string | undefined {
  if (text.includes('\ufffd')) return 'is not UTF-8 text: save the file as UTF-8';
  if (isFormula(text)) return 'looks like a formula, and formulas are not read: write the value';
  return undefined;
}

/** `"x" is not a time (allowed: …)`, or what is odd about the text. */
export const refusalOf = (given: string, otherwise: string): string =>
  `${quoteGiven(given)} ${explainOdd(given) ?? otherwise}`;
