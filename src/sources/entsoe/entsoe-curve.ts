// From a period of a document to points on a grid: what a position and a left-out point mean.

import { quoteGiven } from '#core/nearest';
import { type Grid, gridOf, isOnGrid } from '#core/time/grid';
import { formatUtc, HOUR_MS, type Instant } from '#core/time/instant';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import type { IndexSpan } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { ImportFault } from '#importers/files/import-fault';
import type { EntsoePeriod } from '#sources/entsoe/entsoe-document';

/** A01: every point is written. A03: a point that equals the one before is left out. */
export type CurveType = 'A01' | 'A03';
export const CURVE_TYPES: readonly string[] = ['A01', 'A03'];

const RESOLUTIONS: Readonly<Record<string, ResolutionName>> = {
  PT15M: 'quarterhour',
  PT30M: 'halfhour',
  PT60M: 'hour',
  PT1H: 'hour',
  P1D: 'day',
  P7D: 'week',
  P1W: 'week',
};

/** A year of quarter hours is 35,136; a longer period is a mistake, or worse. */
const MOST_INTERVALS = 40_000;
/** The most by which days of a location begin before or after the market's, as in Lisbon and Helsinki. */
const MOST_SHIFT_MS = 3 * HOUR_MS;

export interface GridPeriod {
  readonly resolution: ResolutionName;
  readonly firstIndex: number;
  /** One value for each interval; NaN if the document has none. */
  readonly values: Float64Array;
}

export function readResolutionName(text: string): ResolutionName {
  const name = RESOLUTIONS[text];
  if (name !== undefined) return name;
  const allowed = Object.keys(RESOLUTIONS).join(', ');
  throw new ImportFault(`the resolution ${quoteGiven(text)} is not one of ${allowed}`);
}

/** Puts a period on the grid of its resolution; throws an ImportFault if it does not fit. */
export function periodOnGrid(period: EntsoePeriod, curve: CurveType, zone: Zone): GridPeriod {
  const resolution = readResolutionName(period.resolution);
  const { start, end } = indicesOf(period, gridOf(resolutionOf(resolution), zone));
  const values = new Float64Array(end - start).fill(Number.NaN);
  period.positions.forEach((position, at) => {
    const value = period.values[at]!;
    const earlier = values[position - 1];
    if (earlier === undefined) {
      throw new ImportFault(`position ${position} is not one of the period's ${values.length}`);
    }
    if (!Number.isNaN(earlier) && earlier !== value) {
      throw new ImportFault(`position ${position} is given twice, with ${earlier} and ${value}`);
    }
    values[position - 1] = value;
  });
  if (curve === 'A03') repeatValues(values);
  return { resolution, firstIndex: start, values };
}

/** Repeats each value until the next, and the last to the end of the period. */
function repeatValues(values: Float64Array): void {
  for (let at = 1; at < values.length; at++) {
    if (Number.isNaN(values[at]!)) values[at] = values[at - 1]!;
  }
}

function indicesOf({ start, end }: EntsoePeriod, grid: Grid): IndexSpan {
  const span = { start: boundaryOf(grid, start), end: boundaryOf(grid, end) };
  const count = span.end - span.start;
  if (count >= 1 && count <= MOST_INTERVALS) return span;
  throw new ImportFault(
    `the period ${formatUtc(start)} to ${formatUtc(end)} has ${count} intervals; allowed are 1 to ${MOST_INTERVALS}`,
  );
}

/**
 * The index that begins at an instant. Days and weeks of a location begin at its own midnight; they become
 * the market's that begin nearest.
 */
function boundaryOf(grid: Grid, instant: Instant): number {
  if (isOnGrid(grid, instant)) return grid.indexOf(instant);
  if (grid.resolution.stepMs === undefined) {
    const index = grid.indexOf(instant + MOST_SHIFT_MS);
    if (Math.abs(grid.startOf(index) - instant) <= MOST_SHIFT_MS) return index;
  }
  throw new ImportFault(`no ${grid.resolution.name} begins at ${formatUtc(instant)}`);
}
