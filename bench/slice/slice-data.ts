// What is sliced: hourly prices of three years, and two runs a day that each look ten days ahead.

import { open } from 'node:fs/promises';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import type { IndexSpan } from '#core/time/span';
import { findZone } from '#core/time/zone';
import { openStore } from '#store/open/open-store';
import type { SeriesWriter } from '#store/series-store';
import { ZONE } from '../../harness/data/calendar.ts';
import { addReader } from '../../harness/data/fill-product.ts';
import { makeRunValues, makeValues } from '../../harness/data/synthetic-values.ts';

export interface SliceSize {
  readonly series: number;
  readonly days: number;
}

export interface SliceSeries {
  readonly id: number;
  readonly code: string;
}

interface SliceRun {
  readonly number: number;
  readonly analyzedAt: number;
  readonly firstHour: number;
}

export const SOURCE = 'vendor';
export const RUN_HOURS = 240;
/** UTC hours at which runs are issued. */
const ISSUE_HOURS = [5, 11];

export const FIRST_DAY = '2023-01-01';

export const lastDay = ({ days }: SliceSize): string =>
  isoOf(Date.parse(FIRST_DAY) + (days - 1) * DAY_MS).slice(0, 10);

export const listSeries = ({ series }: SliceSize): SliceSeries[] =>
  Array.from({ length: series }, (_, id) => ({ id, code: `slice${id}` }));

/** The hours of the market days. */
export const hoursOf = ({ days }: SliceSize): IndexSpan => {
  const market = findZone(ZONE)!;
  const day = Date.parse(FIRST_DAY) / DAY_MS;
  const [start, end] = [day, day + days].map((each) => market.startOfDay(each) / HOUR_MS);
  return { start: start!, end: end! };
};

/** Two runs of each day before one of the market days. */
export const listRuns = ({ days }: SliceSize): SliceRun[] =>
  Array.from({ length: days * ISSUE_HOURS.length }, (_, number) => {
    const day = Math.floor(number / ISSUE_HOURS.length) - 1;
    const hour = ISSUE_HOURS[number % ISSUE_HOURS.length]!;
    const analyzedAt = Date.parse(FIRST_DAY) + day * DAY_MS + hour * HOUR_MS;
    return { number, analyzedAt, firstHour: analyzedAt / HOUR_MS + 1 };
  });

/** Fills a new store of the product's and returns an API key to read it with. */
export async function fillProduct(path: string, size: SliceSize, now: number): Promise<string> {
  const store = await openStore(`sqlite:${path}`);
  try {
    for (const series of listSeries(size))
      await store.write((writer) => writeSeries(writer, series, size, now));
    return await addReader(store, now);
  } finally {
    await store.close();
  }
}

async function writeSeries(
  writer: SeriesWriter,
  { id, code }: SliceSeries,
  size: SliceSize,
  now: number,
): Promise<void> {
  const { key } = await writer.defineSeries({
    ...{ code, description: `Price ${id}`, unit: 'EUR/MWh' },
    ...{ resolution: 'hour', area: null, category: null },
  });
  const { start, end } = hoursOf(size);
  const indices = Int32Array.from({ length: end - start }, (_, i) => start + i);
  await writer.writePoints(key, indices, makeValues('price', id, indices.length), now);
  for (const { number, analyzedAt, firstHour } of listRuns(size)) {
    const values = makeRunValues(id, number, RUN_HOURS);
    const run = {
      ...{ analyzedAt, updatedAt: analyzedAt, firstIndex: firstHour },
      ...{ values, source: SOURCE },
    };
    await writer.writeRun(key, run, now, undefined, bandsOf(values));
  }
}

/** Two bands, a tenth and a fifth of the value apart. */
const bandsOf = (values: Float64Array) =>
  [80, 95].map((level, i) => ({
    level,
    lower: values.map((value) => roundCents(value - 0.1 * (i + 1) * Math.abs(value))),
    upper: values.map((value) => roundCents(value + 0.1 * (i + 1) * Math.abs(value))),
  }));

const roundCents = (value: number): number => Math.round(value * 100) / 100 || 0;

/** The runs of one series as rows: `series_id,analyzed_at,source,ts,value`. */
export async function writeRunRows(
  path: string,
  { id }: SliceSeries,
  size: SliceSize,
): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const { number, analyzedAt, firstHour } of listRuns(size)) {
      const values = makeRunValues(id, number, RUN_HOURS);
      const rows = Array.from(values, (value, i) => {
        const time = isoOf((firstHour + i) * HOUR_MS);
        return `${id},${isoOf(analyzedAt)},${SOURCE},${time},${value}\n`;
      });
      await file.write(rows.join(''));
    }
  } finally {
    await file.close();
  }
}

const isoOf = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19)}Z`;
