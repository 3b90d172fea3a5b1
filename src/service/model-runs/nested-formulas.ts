// Formulas that name computed series: each is read as if the formula of the named series stood in its place.

import { FormulaFault, readTokens } from '#core/formula/formula-tokens';
import { type Formula, parseFormula } from '#core/formula/parse-formula';
import type { StoredTarget } from '#store/forecast-target';

/** The formulas of computed series by their codes. */
export type FormulasByCode = ReadonlyMap<string, string>;

export const formulasOf = (targets: readonly StoredTarget[]): Map<string, string> =>
  new Map(targets.flatMap(({ series, formula }) => (formula === null ? [] : [[series, formula]])));

export interface InlinedFormula {
  /** The formula as it is kept if it names no computed series. */
  readonly text: string;
  readonly formula: Formula;
}

/** Reads the formula of a computed series down to stored series; throws a `FormulaFault`. */
export function inlineFormula(code: string, formulas: FormulasByCode): InlinedFormula {
  const text = inlined([code], formulas);
  return { text, formula: parseFormula(text) };
}

/** `path` begins with the code that is asked for and ends with the one whose formula is read. */
function inlined(path: readonly string[], formulas: FormulasByCode): string {
  const text = formulas.get(path.at(-1)!)!;
  const tokens = readTokens(text);
  let isNested = false;
  const words = tokens.map((token) => {
    if (token.kind !== 'series') return token.text;
    const { seriesId, shiftDays } = token.series;
    if (!formulas.has(seriesId)) return token.text;
    if (path.includes(seriesId)) {
      throw new FormulaFault(`${[...path, seriesId].join(' → ')} is a circle`);
    }
    if (shiftDays !== 0) throw new FormulaFault(`${seriesId} is computed, and is shifted by days`);
    isNested = true;
    return `(${inlined([...path, seriesId], formulas)})`;
  });
  // Without blanks, as a formula may have few characters: a minus outside quotes is always a sign.
  return isNested ? words.join('') : text;
}
