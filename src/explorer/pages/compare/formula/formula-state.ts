// A formula of the address with its line, or with the reason why it has none.

import { FormulaFault } from '#core/formula/formula-tokens';
import { type Formula, parseFormula } from '#core/formula/parse-formula';
import type { Zone } from '#core/time/zone';
import type { LineState } from '#explorer/pages/compare/lines/use-lines.ts';
import { nearestNamed } from '#explorer/series/read-refusal.ts';
import { comparedText } from '#view/address/comparison';
import type { ShownLine } from '#view/compare/shown-line';
import { lineOfFormula } from '#view/formula/formula-line';

export interface ReadFormula {
  readonly text: string;
  readonly formula: Formula | undefined;
  /** Why it cannot be read; undefined if it can. */
  readonly fault: string | undefined;
}

export interface FormulaState extends ReadFormula {
  readonly style: number;
  readonly line: ShownLine | undefined;
  readonly isLoading: boolean;
  /** A code that does not exist, and the one that may be meant. */
  readonly mistake?: { readonly seriesId: string; readonly nearest: string } | undefined;
}

export function readFormula(text: string): ReadFormula {
  const formula = orFault(() => parseFormula(text));
  return typeof formula === 'string'
    ? { text, formula: undefined, fault: formula }
    : { text, formula, fault: undefined };
}

/** `states` are those of all loaded series, by their names. */
export function stateOfFormula(
  read: ReadFormula,
  states: ReadonlyMap<string, LineState>,
  style: number,
  market: Zone,
): FormulaState {
  const { formula } = read;
  if (!formula) return { ...read, style, line: undefined, isLoading: false };
  const inputs = formula.inputs.map((input) => states.get(comparedText(input))!);
  const at = inputs.findIndex(({ error, line }) => error !== undefined && !line);
  if (at >= 0) {
    const { seriesId } = formula.inputs[at]!;
    const { message } = inputs[at]!.error!;
    const nearest = nearestNamed(message);
    const mistake = nearest === undefined ? undefined : { seriesId, nearest };
    return { ...read, style, line: undefined, isLoading: false, fault: message, mistake };
  }
  const isLoading = inputs.some((input) => input.isLoading);
  const lines = inputs.flatMap(({ line }) => line ?? []);
  if (lines.length < inputs.length) return { ...read, style, line: undefined, isLoading };
  const line = orFault(() => lineOfFormula(formula, read.text, lines, style, market));
  return typeof line === 'string'
    ? { ...read, style, line: undefined, isLoading, fault: line }
    : { ...read, style, line, isLoading };
}

/** What `make` returns, or the sentence of its fault. */
function orFault<T extends object>(make: () => T): T | string {
  try {
    return make();
  } catch (error) {
    if (error instanceof FormulaFault) return error.message;
    throw error;
  }
}
