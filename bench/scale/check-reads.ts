// Whether a filled store answers what its own writer would have stored: values, runs and lists are compared
// with what they were made from, over HTTP, before anything is timed.

import { HOUR_MS, ZONE } from '../../harness/data/calendar.ts';
import { mulberry32 } from '../../harness/mulberry32.ts';
import { askJson } from '../ask-once.ts';
import {
  COMMON_WORD,
  FOUND,
  forecastOf,
  namedCount,
  RARE_AREA,
  rareNumbers,
  seriesAt,
  sharersOf,
  wordOf,
} from './catalog.ts';
import { READS, type ScaleRead } from './reads.ts';
import { YEAR_HOURS } from './scale-year.ts';
import type { ScaleServer } from './start-servers.ts';
import { runTimes, runValues, templateValues } from './templates.ts';

const SAMPLE = 10;
const DAY_MS = 24 * HOUR_MS;

interface SeriesAnswer {
  readonly Values: Readonly<Record<string, number>>;
}

interface ForecastAnswer {
  readonly data: readonly { readonly validTime: string; readonly value: number }[];
}

/** Throws if an answer differs. Resolves to the count of equal numbers and records. */
export async function checkReads(server: ScaleServer): Promise<number> {
  const { size, hasRuns } = server.store.content;
  const draw = mulberry32(size);
  let compared = 0;
  for (let i = 0; i < SAMPLE; i++) {
    const number = i === 0 ? size - 1 : Math.floor(draw() * size);
    if (hasRuns) {
      compared += await checkYear(server, number);
      compared += await checkForecast(server, number % namedCount(size));
    }
    compared += await checkLists(server, number);
  }
  return compared;
}

const ask = <T>({ port, store }: ScaleServer, name: string, number: number): Promise<T> =>
  askJson<T>(port, readOf(name).request(number, store.content.size), store.token);

const readOf = (name: string): ScaleRead => READS.find((read) => read.name === name)!;

/** With UTC asked for, nothing is merged: the repeated hour of autumn stays two values. */
async function valuesOf({ port, store }: ScaleServer, name: string, number: number) {
  const request = readOf(name).request(number, store.content.size);
  const inUtc = { ...request, body: { ...request.body, TimeZone: 'UTC' } };
  return Object.values((await askJson<SeriesAnswer>(port, inUtc, store.token)).Values);
}

async function checkYear(server: ScaleServer, number: number): Promise<number> {
  const { template } = seriesAt(number, server.store.content.size);
  const expected = templateValues(template, YEAR_HOURS);
  const year = await valuesOf(server, 'year', number);
  same(server, `values of series ${number}`, year, [...expected]);
  const last = await valuesOf(server, 'last-48', number);
  same(server, `last values of series ${number}`, last, [...expected.slice(-48)]);
  const days = await valuesOf(server, 'day', number);
  close(server, `days of series ${number}`, days, dailyMeans(expected));
  return year.length + last.length + days.length;
}

/** Market days have 23 to 25 hours. */
function dailyMeans(values: Float64Array): number[] {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE });
  const sums = new Map<string, { sum: number; count: number }>();
  const firstAt = Date.UTC(2024, 11, 31, 23);
  for (const [i, value] of values.entries()) {
    const name = day.format(firstAt + i * HOUR_MS);
    const before = sums.get(name) ?? { sum: 0, count: 0 };
    sums.set(name, { sum: before.sum + value, count: before.count + 1 });
  }
  return [...sums.values()].map(({ sum, count }) => sum / count);
}

async function checkForecast(server: ScaleServer, number: number): Promise<number> {
  const { analyzedAt, firstHour } = runTimes(0);
  const { template } = seriesAt(number, server.store.content.size);
  const { area, category } = forecastOf(number);
  const { data } = await ask<ForecastAnswer>(server, 'forecast', number);
  const startHour = (Math.floor(analyzedAt / DAY_MS) * DAY_MS + DAY_MS) / HOUR_MS;
  const at = startHour - firstHour;
  const expected = [...runValues(template, 0).slice(at, at + 25)];
  same(
    server,
    `forecast of ${area} ${category}`,
    data.map(({ value }) => value),
    expected,
  );
  return data.length;
}

async function checkLists(server: ScaleServer, number: number): Promise<number> {
  const { size } = server.store.content;
  const { code, description } = seriesAt(number, size);
  const meta = await ask<{ Code: string; Description: string }>(server, 'meta', number);
  same(server, 'metadata', [meta.Code, meta.Description], [code, description]);
  const codesOf = async (name: string): Promise<string[]> =>
    (await ask<{ seriesId: string }[]>(server, name, number)).map(({ seriesId }) => seriesId);
  const codes = (numbers: readonly number[]): string[] =>
    numbers.map((each) => seriesAt(each, size).code).sort();
  const sharers = codes(sharersOf(number, size));
  same(server, `word ${wordOf(number, size)}`, await codesOf('rare-word'), sharers);
  same(server, `area ${RARE_AREA}`, await codesOf('rare-area'), codes(rareNumbers(size)));
  const counts = [
    (await codesOf('common-word')).length,
    (await codesOf('common-area')).length,
    (await ask<unknown[]>(server, 'prefix', number)).length,
  ];
  same(server, `lists of ${COMMON_WORD}, area and prefix`, counts, [FOUND, FOUND, FOUND]);
  return 5 * FOUND + 1;
}

function same<T>({ store }: ScaleServer, what: string, got: readonly T[], expected: readonly T[]) {
  if (got.length === expected.length && got.every((value, i) => value === expected[i])) return;
  const shown = (values: readonly T[]): string => `${values.length}: ${values.slice(0, 3).join()}`;
  throw new Error(`${store.name}, ${what}: ${shown(got)} instead of ${shown(expected)}`);
}

function close(server: ScaleServer, what: string, got: readonly number[], expected: number[]) {
  const isClose = (value: number, i: number) =>
    Math.abs(value - expected[i]!) <= 1e-9 * (1 + Math.abs(value));
  if (got.length !== expected.length || !got.every(isClose)) same(server, what, got, expected);
}
