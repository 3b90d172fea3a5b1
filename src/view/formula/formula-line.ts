// A formula as a line: on the grid of its coarsest series, in the unit that its parts make. Pure.

import { evaluatorOf, valueOfResult } from '#core/formula/evaluate-formula';
import { unitOfFormula } from '#core/formula/formula-unit';
import type { Formula } from '#core/formula/parse-formula';
import type { Zone } from '#core/time/zone';
import { decimalsOf } from '#view/axes/number-text';
import type { ComparedLine } from '#view/compare/draw-line';
import { type CommonGrid, type LaidLine, layOnGrid } from '#view/compare/line-grid';
import { answeredSpan, resolutionOfLine, type ShownLine } from '#view/compare/shown-line';
import { columnDecimals } from '#view/values/column-decimals';
import { isReduced, type PointOrigin } from '#view/values/periods';

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
