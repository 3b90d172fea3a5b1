// What a formula tells about the series that it computes: its kind, and which of its parts count against it.

import { evaluatorOf } from '#core/formula/evaluate-formula';
import type { SeriesKind } from '#model/members/members';
import type { ComputedSeries } from '#service/model-runs/computed-series';
import { guessKind, isPriceUnit, prefixOf } from '#service/model-runs/guess-target';

/**
 * Guesses the kind of a computed series: a price by its unit, else what all its parts are if they are added up.
 * Consumption less wind and sun is as smooth as consumption.
 */
export function guessComputedKind(computed: ComputedSeries, unit: string): SeriesKind {
  if (isPriceUnit(unit)) return 'price';
  const kinds = new Set(computed.parts.map(({ series }) => guessKind(series)));
  const [only] = kinds;
  if (kinds.size === 1 && computed.parts.every((_, i) => !isAgainst(computed, i))) return only!;
  const isOfPower = [...kinds].every((kind) => kind !== 'price' && kind !== 'other');
  return isOfPower && kinds.has('load') ? 'load' : 'other';
}

/** The beginnings of the codes whose first part lowers the result: what drives them counts the other way. */
export function countsAgainst(computed: ComputedSeries): string[] {
  const signs = new Map<string, boolean>();
  for (const [i, { series }] of computed.parts.entries()) {
    const prefix = prefixOf(series);
    if (prefix !== undefined && !signs.has(prefix)) signs.set(prefix, isAgainst(computed, i));
  }
  return [...signs].flatMap(([prefix, isTurned]) => (isTurned ? [prefix] : []));
}

/** Whether more of a part makes less of the result, beginning with 1 of each. */
function isAgainst({ formula, parts }: ComputedSeries, part: number): boolean {
  const evaluate = evaluatorOf(formula.root);
  const ones = parts.map(() => 1);
  return evaluate(ones.with(part, 2)) < evaluate(ones);
}
