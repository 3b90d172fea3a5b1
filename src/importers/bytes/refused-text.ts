// Text that is refused wherever it stands: bytes that are no UTF-8, and what a spreadsheet would run.

import { quoteGiven } from '#core/nearest';

/** What spreadsheets take for the beginning of a formula; the last four are the wide forms. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]\s*\S/;
const SIGNED_NUMBER = /^\s*[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?\s*$/i;

/** Whether a spreadsheet would take a text for a formula. A signed number and a lone "-" are none. */
export const isFormula = (text: string): boolean => FORMULA.test(text) && !SIGNED_NUMBER.test(text);

/** What is odd about a text, as the end of a sentence about it; undefined where nothing is. */
export function explainOdd(text: string): string | undefined {
  if (text.includes('\ufffd')) return 'is not UTF-8 text: save the file as UTF-8';
  if (isFormula(text)) return 'looks like a formula, and formulas are not read: write the value';
  return undefined;
}

/** `"x" is not a time (allowed: …)`, or what is odd about the text where something is. */
export const refusalOf = (given: string, otherwise: string): string =>
  `${quoteGiven(given)} ${explainOdd(given) ?? otherwise}`;
