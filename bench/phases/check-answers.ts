// Before anything is timed: every contender must give the same numbers. Stored values exactly, averages
// to 1e-9, for a price, a load and a temperature.

import { FIRST_DAY, LAST_DAY } from '../../harness/data/calendar.ts';
import type { BenchSeries } from '../../harness/data/catalog.ts';
import type { BenchRequest } from '../../harness/load/request-bytes.ts';
import { askJson } from '../ask-once.ts';
import { type Case, seriesRequest } from '../cases.ts';
import { type Contender, TITLES } from '../contenders/contender.ts';
import type { Field } from '../contenders/start-contenders.ts';

type Values = Readonly<Record<string, number>>;

const QUESTIONS = [
  { resolution: 'hour', from: '2024-01-01', to: '2024-12-31', tolerance: 0 },
  { resolution: 'hour', from: '2025-12-30', to: LAST_DAY, tolerance: 0 },
  { resolution: 'day', from: FIRST_DAY, to: LAST_DAY, tolerance: 1e-9 },
  { resolution: 'peak', from: FIRST_DAY, to: LAST_DAY, tolerance: 1e-9 },
] as const;

/** Throws if an answer differs and names contender and question. Resolves to the number of values that agree. */
export async function checkAnswers(
  { contenders, token }: Field,
  series: readonly BenchSeries[],
  cases: readonly Case[],
): Promise<number> {
  const product = contenders.find(({ name }) => name === 'warm')!;
  const others = contenders.filter(({ name }) => name !== 'warm' && name !== 'bare');
  let count = 0;
  for (const kind of ['price', 'load', 'temperature']) {
    const { code } = series.find((each) => each.kind === kind) ?? series[0]!;
    for (const { resolution, from, to, tolerance } of QUESTIONS) {
      const request = seriesRequest(code, from, to, resolution);
      const expected = await valuesOf(product, request, token);
      for (const other of others) {
        const given = await valuesOf(other, request, token);
        compare(
          expected,
          given,
          tolerance,
          `${TITLES[other.name]}, ${code}, ${from} to ${to} by ${resolution}`,
        );
        count += expected.length;
      }
    }
  }
  for (const other of others) {
    for (const request of cases.find(({ name }) => name === 'forecast')!.requests) {
      const expected = await pointsOf(product, request, token);
      compare(
        expected,
        await pointsOf(other, request, token),
        0,
        `${TITLES[other.name]}, ${request.path}`,
      );
      count += expected.length;
    }
    const [search] = cases.find(({ name }) => name === 'search')!.requests;
    const codes = await codesOf(product, search!, token);
    if (codes !== (await codesOf(other, search!, token))) {
      throw new Error(`${TITLES[other.name]} finds other series`);
    }
  }
  return count;
}

type Point = readonly [timeMs: number, value: number];

/** With UTC asked for, the product merges nothing: the repeated hour of autumn stays two values. */
async function valuesOf(
  contender: Contender,
  request: BenchRequest,
  token: string,
): Promise<Point[]> {
  const body = { ...request.body, TimeZone: 'UTC' };
  const { Values } = await askJson<{ Values: Values }>(contender.port, { ...request, body }, token);
  const isDaily = request.body!.Resolution !== 'hour';
  return Object.entries(Values)
    .map(([time, value]) => [isDaily ? dayOf(time) : Date.parse(time), value] as const)
    .sort(([a], [b]) => a - b);
}

/** A market day, whether written as its midnight in UTC (22:00 or 23:00 of the day before) or by its date. */
const dayOf = (time: string): number =>
  Math.round(Date.parse(`${time.slice(0, 19)}Z`) / 86_400_000);

interface ForecastAnswer {
  readonly data: readonly { readonly validTime: string; readonly value: number }[];
}

async function pointsOf(
  contender: Contender,
  request: BenchRequest,
  token: string,
): Promise<Point[]> {
  const { data } = await askJson<ForecastAnswer>(contender.port, request, token);
  return data.map(({ validTime, value }) => [Date.parse(validTime), value] as const);
}

async function codesOf(
  contender: Contender,
  request: BenchRequest,
  token: string,
): Promise<string> {
  const found = await askJson<{ Code: string }[]>(contender.port, request, token);
  return found.map(({ Code }) => Code).join(' ');
}

function compare(
  expected: readonly Point[],
  given: readonly Point[],
  tolerance: number,
  where: string,
) {
  if (given.length !== expected.length || expected.length === 0) {
    throw new Error(`${where}: ${given.length} values, not ${expected.length}`);
  }
  for (const [i, [time, value]] of expected.entries()) {
    const [givenTime, givenValue] = given[i]!;
    const distance = Math.abs(givenValue - value);
    if (givenTime === time && distance <= tolerance * Math.max(1, Math.abs(value))) continue;
    throw new Error(
      `${where}: value ${i} is ${givenValue} at ${givenTime}, not ${value} at ${time}`,
    );
  }
}
