// Forecast runs for tests: DE with two runs, and areas that lack a run or a series.

import { setPlan } from '#accounts/plan-changes';
import { type Answer, sequence, World } from '../../../../../harness/world/world.ts';

export const SHORT_TERM = '/api/v1/power-balance-forecast/short-term';
export const DAY_AHEAD = '/api/v1/power-balance-forecast/day-ahead';

export interface Point {
  readonly area: string;
  readonly seriesName: string;
  readonly resolution: string;
  readonly unit: string;
  readonly updateTime: string;
  readonly validTime: string;
  readonly value: number | null;
}

export const timesOf = ({ body }: Answer): string[] =>
  body.data.map(({ validTime }: Point) => validTime);

export const valuesOf = ({ body }: Answer): (number | null)[] =>
  body.data.map(({ value }: Point) => value);

/** `2024-05-17T00:00:00Z` and the whole hours after it. */
export const hoursFrom = (first: string, count: number): string[] =>
  sequence(count, (i) => Date.parse(first) + i * 3_600_000).map(
    (instant) => `${new Date(instant!).toISOString().slice(0, 19)}Z`,
  );

/** The series of an area and category, as the one rule names it. */
export async function loadForecastSeries(
  world: World,
  area: string,
  category: string,
  unit = category === 'hrprice' ? 'EUR/MWh' : 'MWh',
  resolution: 'hour' | 'quarterhour' = 'hour',
): Promise<string> {
  const code = `${area.toLowerCase()}${category}`;
  await world.load({ code, area, category, unit, resolution });
  return code;
}

/**
 * On Thursday 2024-05-16 the newest runs of DE are of 06:00Z: price and production from 00:00Z on
 * for a week, value = hours since then (production 1000 more). A day before, consumption ran last,
 * with an older price (value = 500 + hours since 00:00Z of that day).
 * FR has a price without a run, NO1 a price with one, AT nothing. `prices` may read prices only.
 */
export async function openForecastWorld(after: (close: () => Promise<void>) => void) {
  const world = await World.open({ after }, { now: '2024-05-16T08:00:00Z' });
  await setPlan(world.signIn.accounts, { name: 'prices', patterns: ['*hrprice'] });
  await world.addUser('prices', 'prices');
  const [older, newer] = ['2024-05-15T06:00:00Z', '2024-05-16T06:00:00Z'];
  const week = (first: number) => sequence(168, (i) => first + i);
  const price = await loadForecastSeries(world, 'DE', 'hrprice');
  await world.loadRun(price, older, '2024-05-15T00:00:00Z', week(500));
  await world.loadRun(price, newer, '2024-05-16T00:00:00Z', week(0));
  const production = await loadForecastSeries(world, 'DE', 'hrproduction');
  await world.loadRun(production, newer, '2024-05-16T00:00:00Z', week(1000));
  const consumption = await loadForecastSeries(world, 'DE', 'hrcons');
  await world.loadRun(consumption, older, '2024-05-15T00:00:00Z', week(2000));
  await loadForecastSeries(world, 'FR', 'hrprice');
  const norwegian = await loadForecastSeries(world, 'NO1', 'hrprice');
  await world.loadRun(norwegian, newer, '2024-05-16T00:00:00Z', week(3000));
  return world;
}
