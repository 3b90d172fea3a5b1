// Forecast runs as typed arrays: a line for each area and category.

import type { ForecastAnswer } from '#contract/forecast';
import type { BandsAnswer } from '#contract/forecast-bands';

export interface ForecastLine {
  readonly area: string;
  /** The balance category, such as `hrprice`. */
  readonly seriesName: string;
  readonly resolution: string;
  readonly unit: string;
  /** Milliseconds since 1970 UTC, ascending. */
  readonly times: Float64Array;
  /** NaN is a gap. */
  readonly values: Float64Array;
}

export interface Band {
  /** Percent: the actual value is expected inside this often. */
  readonly level: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export interface Quantile {
  /** Percent: the actual value is expected at or below this often. */
  readonly percent: number;
  readonly values: Float64Array;
}

export interface BandLine extends ForecastLine {
  readonly bands: readonly Band[];
  /** Those that were asked for with `quantile`. */
  readonly quantiles: readonly Quantile[];
}

type Row = ForecastAnswer['data'][number];
type BandRow = BandsAnswer['data'][number];

const orNaN = (value: number | null | undefined): number => value ?? Number.NaN;

/** The lines of a run, in the order of the answer. */
export const linesOf = ({ data }: ForecastAnswer): ForecastLine[] =>
  grouped(data).map((rows) => lineOf(rows));

/** The same with the bounds of each band, and the quantiles that were asked for. */
export const bandLinesOf = ({ data }: BandsAnswer): BandLine[] =>
  grouped(data).map((rows) => ({
    ...lineOf(rows),
    bands: bandsOf(rows),
    quantiles: quantilesOf(rows),
  }));

/** Rows of one area and category, which follow each other. */
function grouped<R extends Row>(rows: readonly R[]): R[][] {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const key = `${row.area} ${row.seriesName}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

function lineOf(rows: readonly Row[]): ForecastLine {
  const { area, seriesName, resolution, unit } = rows[0]!;
  return {
    ...{ area, seriesName, resolution, unit },
    times: Float64Array.from(rows, ({ validTime }) => Date.parse(validTime)),
    values: Float64Array.from(rows, ({ value }) => orNaN(value)),
  };
}

function bandsOf(rows: readonly BandRow[]): Band[] {
  const levels = [...new Set(rows.flatMap(({ bands }) => bands.map(({ level }) => level)))];
  return levels.map((wanted) => {
    const found = rows.map(({ bands }) => bands.find(({ level }) => level === wanted));
    return {
      level: wanted,
      lower: Float64Array.from(found, (band) => orNaN(band?.lower)),
      upper: Float64Array.from(found, (band) => orNaN(band?.upper)),
    };
  });
}

function quantilesOf(rows: readonly BandRow[]): Quantile[] {
  const all = rows.flatMap(({ quantiles = [] }) => quantiles.map(({ percent }) => percent));
  return [...new Set(all)].map((wanted) => ({
    percent: wanted,
    values: Float64Array.from(rows, ({ quantiles = [] }) =>
      orNaN(quantiles.find(({ percent }) => percent === wanted)?.value),
    ),
  }));
}
