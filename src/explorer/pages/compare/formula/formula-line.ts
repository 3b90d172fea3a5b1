// A formula as a line: on the grid of its coarsest series, in the unit that its parts make. Pure.

import type { Zone } from '#core/time/zone';
import { decimalsOf } from '#explorer/chart/axes/number-text.ts';
import { evaluatorOf, valueOfResult } from '#explorer/pages/compare/formula/evaluate-formula.ts';
import { unitOfFormula } from '#explorer/pages/compare/formula/formula-unit.ts';
import type { Formula } from '#explorer/pages/compare/formula/parse-formula.ts';
import {
  type CommonGrid,
  type LaidLine,
  layOnGrid,
} from '#explorer/pages/compare/hours/line-grid.ts';
import type { ComparedLine } from '#explorer/pages/compare/lines/draw-line.ts';
import {
  answeredSpan,
  resolutionOfLine,
  type ShownLine,
} from '#explorer/pages/compare/lines/shown-line.ts';
import { columnDecimals } from '#explorer/series/column-decimals.ts';
import { isReduced, type PointOrigin } from '#explorer/series/periods.ts';

/** The decimals of a file beyond those of the inputs: quotients have more. */
const MORE_IN_FILES = 4;

/** `inputs` are the lines of the formula's series, in order. Throws a `FormulaFault` if units do not fit. */
export function lineOfFormula(
  formula: Formula,
  name: string,
  inputs: readonly ComparedLine[],
  style: number,
  market: Zone,
): ShownLine {
  const unit = unitOfFormula(
    formula.root,
    inputs.map(({ answer }) => answer.unit),
  );
  const lines = inputs.map((line) => ({ ...line, resolution: resolutionOfLine(line) }));
  const grid = layOnGrid(lines, market);
  const { times, resolution } = grid;
  const evaluate = evaluatorOf(formula.root);
  const values = times.map((_, row) =>
    valueOfResult(evaluate(grid.lines.map((line) => line.values[row] ?? null))),
  );
  const partial = times.flatMap((_, row) =>
    values[row] !== null && grid.lines.some((line) => line.isPartial[row]) ? [row] : [],
  );
  const kinds = times.map((_, row) => kindAt(grid.lines, row));
  const inputDecimals = Math.max(...inputs.map(({ answer }) => columnDecimals(answer)));
  return {
    style,
    name,
    label: formula.label,
    unit,
    resolution,
    times,
    values,
    kinds,
    endTime: grid.ends.at(-1) ?? 0,
    lastObserved: lastObservedOf(grid, kinds),
    partial: new Set(partial),
    notes: undefined,
    decimals: decimalsOf(Float64Array.from(values, (value) => value ?? Number.NaN)),
    fileDecimals: inputDecimals + MORE_IN_FILES,
    isReduced: inputs.some(({ answer }) => isReduced(answer)),
    answered: inputs.map(answeredSpan).find((span) => span !== undefined),
  };
}

/** A value is observed if all of its inputs are. */
function kindAt(lines: readonly LaidLine[], row: number): PointOrigin['kind'] {
  const kinds = new Set(lines.map((line) => line.kinds[row]!));
  const [only] = kinds;
  return kinds.size === 1 ? only! : 'mixed';
}

/** The last time before the first value that is not observed. */
function lastObservedOf({ times }: CommonGrid, kinds: readonly string[]): number | undefined {
  const first = kinds.findIndex((kind) => kind !== 'observed');
  return first < 0 ? times.at(-1) : times[first - 1];
}
