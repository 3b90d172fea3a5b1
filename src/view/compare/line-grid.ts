// Lines of different resolutions on one grid, that of the coarsest: a finer line has the mean of each
// interval that its values fill. Times are seconds since 1970 UTC. Pure.

import { gridOf } from '#core/time/grid';
import { SECOND_MS } from '#core/time/instant';
import type { Resolution } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import type { GridLine } from '#view/compare/grid-line';
import type { PointOrigin } from '#view/values/periods';

type Kind = PointOrigin['kind'];

/** A line on the grid; all lists are as long as the grid's times. */
export interface LaidLine {
  /** Null if the line does not fill the interval. */
  readonly values: readonly (number | null)[];
  /** What the values are; anything if the line has none. */
  readonly kinds: readonly Kind[];
  /** Whether a value is of a period that is not complete. */
  readonly isPartial: readonly boolean[];
}

export interface CommonGrid {
  readonly resolution: Resolution;
  /** The starts of the intervals in which any line has a stamp, ascending. */
  readonly times: readonly number[];
  readonly ends: readonly number[];
  readonly lines: readonly LaidLine[];
}

/** What a line has in one interval. */
interface Cell {
  value: number | null;
  kind: Kind;
  isPartial: boolean;
  end: number;
}

type Cells = Map<number, Cell>;

/** Lays lines, at least one, on the grid of the coarsest of them. */
export function layOnGrid(lines: readonly GridLine[], market: Zone): CommonGrid {
  const resolution = coarsestOf(lines);
  const laid = lines.map((line) =>
    line.resolution.rank === resolution.rank ? ownCells(line) : meanCells(line, resolution, market),
  );
  const endByTime = new Map<number, number>();
  for (const cells of laid) for (const [time, { end }] of cells) endByTime.set(time, end);
  const times = [...endByTime.keys()].sort((a, b) => a - b);
  return {
    resolution,
    times,
    ends: times.map((time) => endByTime.get(time)!),
    lines: laid.map((cells) => columnsOf(cells, times)),
  };
}

const coarsestOf = (lines: readonly GridLine[]): Resolution =>
  lines.map(({ resolution }) => resolution).reduce((a, b) => (b.rank > a.rank ? b : a));

function columnsOf(cells: Cells, times: readonly number[]): LaidLine {
  const found = times.map((time) => cells.get(time));
  return {
    values: found.map((cell) => cell?.value ?? null),
    kinds: found.map((cell) => cell?.kind ?? 'observed'),
    isPartial: found.map((cell) => cell?.isPartial ?? false),
  };
}

/** The end of a value's interval. A stamp that is left out does not make the one before it longer. */
function endOf({ times, endTime, resolution }: GridLine, index: number): number {
  const next = times[index + 1] ?? endTime;
  const { stepMs } = resolution;
  return stepMs === undefined ? next : times[index]! + stepMs / SECOND_MS;
}

function ownCells(line: GridLine): Cells {
  const cells: Cells = new Map();
  line.times.forEach((time, i) => {
    const value = line.values[i] ?? null;
    const isPartial = line.partial?.has(i) ?? false;
    cells.set(time, { value, kind: line.kinds[i]!, isPartial, end: endOf(line, i) });
  });
  return cells;
}

/** The means of a finer line. Each value weighs as long as it lasts within the interval. */
function meanCells(line: GridLine, resolution: Resolution, market: Zone): Cells {
  const grid = gridOf(resolution, market);
  const startOf = (index: number): number => grid.startOf(index) / SECOND_MS;
  const sums = new Map<
    number,
    { total: number; seconds: number; kinds: Set<Kind>; partial: boolean }
  >();
  line.times.forEach((time, i) => {
    const end = endOf(line, i);
    const value = line.values[i] ?? null;
    for (let index = grid.indexOf(time * SECOND_MS); startOf(index) < end; index++) {
      let sum = sums.get(index);
      if (!sum) sums.set(index, (sum = { total: 0, seconds: 0, kinds: new Set(), partial: false }));
      if (value === null) continue;
      const seconds = Math.min(end, startOf(index + 1)) - Math.max(time, startOf(index));
      sum.total += value * seconds;
      sum.seconds += seconds;
      sum.kinds.add(line.kinds[i]!);
      sum.partial ||= line.partial?.has(i) ?? false;
    }
  });
  const cells: Cells = new Map();
  for (const [index, { total, seconds, kinds, partial }] of sums) {
    const [start, end] = [startOf(index), startOf(index + 1)];
    const value = seconds === end - start ? total / seconds : null;
    cells.set(start, { value, kind: kindOf(kinds), isPartial: partial, end });
  }
  return cells;
}

function kindOf(kinds: ReadonlySet<Kind>): Kind {
  const [only = 'observed'] = kinds;
  return kinds.size > 1 ? 'mixed' : only;
}
