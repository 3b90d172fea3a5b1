// Passes over entries in tests, and the days that they stored.

import assert from 'node:assert/strict';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import { Collector } from '#service/collecting/collect-services';
import { berlin, type CollectWorld, dayOf, priceAt } from './collect-world.ts';

export const PRICES = {
  source: 'entsoe',
  what: ['prices'],
  areas: ['DE'],
  every: '1h',
  back: '0d',
};

/** Runs one pass of each entry at the world's time. */
export async function collect(world: CollectWorld, ...entries: object[]) {
  const config = await world.config(...entries);
  const collector = new Collector(config, world.parts);
  const ends = [];
  for (const entry of config.entries) ends.push(await collector.collect(entry, world.now));
  return { config, end: ends[0]!, ends };
}

/** The market dates on which an hourly series has every hour, and those on which it has some. */
export async function storedDays({ store }: CollectWorld, code: string, from: string, to: string) {
  const series = (await store.findSeries(code))!;
  const stored = { whole: [] as string[], part: [] as string[] };
  for (let day = dayOf(from); day <= dayOf(to); day++) {
    const span = {
      start: berlin.startOfDay(day) / HOUR_MS,
      end: berlin.startOfDay(day + 1) / HOUR_MS,
    };
    const values = await store.readValues(series.key, span);
    const count = values.filter((value) => !Number.isNaN(value)).length;
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    if (count === values.length) stored.whole.push(date);
    else if (count > 0) stored.part.push(date);
    for (const [i, value] of values.entries()) {
      if (!Number.isNaN(value)) assert.equal(value, Number(priceAt(span.start + i).toFixed(2)));
    }
  }
  return stored;
}
