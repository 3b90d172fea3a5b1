// Passes over weather forecasts, from the file to drivers that the model reads.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '#core/time/instant';
import { Collector } from '#service/collecting/collect-services';
import { collectState } from '#service/collecting/collect-state';
import { answerTo } from '../../sources/open-meteo/weather-answers.ts';
import { at, berlin, type CollectWorld, openWorld } from './collect-world.ts';

const WEATHER = {
  source: 'open-meteo',
  what: ['icon'],
  areas: ['DK2'],
  every: '6h',
  back: '1d',
  from: '2024-03-20',
};

/** A second service in a world of the first two. */
async function openWeather(t: TestContext, now: string) {
  const world = await openWorld(t, now);
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://127.0.0.1');
    asked.push(url);
    response.end(JSON.stringify(answerTo(url, new Date(world.now).toISOString())));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  world.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { world, asked };
}

/** One pass with the address from the setting, not from the file. */
async function pass(world: CollectWorld) {
  const config = await world.config(WEATHER).then(({ entries }) => ({
    entries: entries.map((entry) => ({ ...entry, baseUrl: undefined })),
  }));
  const env = { OPEN_METEO_URL: world.url, OPEN_METEO_KEY: 'a-key-that-stays-here' };
  const collector = new Collector(config, { ...world.parts, env });
  const end = await collector.collect(config.entries[0]!, world.now);
  return { config, end };
}

suite('collecting weather', () => {
  test('the first pass fills the past with previous runs, and each pass brings a new one', async (t) => {
    // The clock changes on 2024-03-31.
    const { world, asked } = await openWeather(t, '2024-03-31T06:07:00Z');
    const first = await pass(world);
    assert.deepEqual(first.end.faults, []);
    assert.deepEqual(
      asked.map(({ searchParams }) => searchParams.get('start_date') ?? 'newest').sort(),
      ['2024-03-19', 'newest'],
    );
    assert.ok(asked.every(({ searchParams }) => !searchParams.has('apikey')));
    // Two runs for each of 13 days and the newest, of three series.
    assert.equal(first.end.added, 3 * (13 * 2 + 1));
    const [state] = (await collectState(world.store, first.config, berlin, world.now)).entries;
    assert.deepEqual(
      [state!.missingDays, state!.feeds[0]!.feed, state!.feeds[0]!.series],
      [0, 'open-meteo/icon/DK2', ['dk2hrtemp', 'dk2hrwindspeed', 'dk2hrradiation']],
    );
    asked.length = 0;
    world.now += 6 * HOUR_MS;
    const second = await pass(world);
    assert.deepEqual(
      asked.map(({ searchParams }) => searchParams.get('start_date') ?? 'newest').sort(),
      ['2024-03-29', 'newest'],
    );
    assert.equal(second.end.added, 3);
    const series = (await world.store.findSeries('dk2hrtemp'))!;
    const runs = await world.store.readRuns(series.key, at('2024-03-31T00:00Z'), world.now);
    assert.deepEqual(
      runs.map(({ analyzedAt, source }) => [(world.now - analyzedAt) / MINUTE_MS, source]),
      [
        [367, 'open-meteo-icon'],
        [7, 'open-meteo-icon'],
      ],
    );
  });

  test('days that were missed while the server was down are filled by previous runs', async (t) => {
    const { world, asked } = await openWeather(t, '2024-03-21T06:07:00Z');
    await pass(world);
    asked.length = 0;
    world.now = at('2024-03-31T06:07:00Z');
    const { end, config } = await pass(world);
    assert.deepEqual(end.faults, []);
    const days = asked.map(({ searchParams }) => searchParams.get('start_date') ?? 'newest');
    assert.ok(days.includes('newest'));
    const [state] = (await collectState(world.store, config, berlin, world.now)).entries;
    assert.equal(state!.missingDays, 0);
  });

  test('a file with a model or an area that does not exist is refused with its place', async (t) => {
    const { world } = await openWeather(t, '2024-03-31T06:07:00Z');
    await assert.rejects(
      world.config({ ...WEATHER, what: ['prices'] }),
      /what\[0\]: open-meteo has no "prices"; it has icon, ecmwf/,
    );
    await assert.rejects(world.config({ ...WEATHER, areas: ['XX'] }), /there is no area "XX"/);
    const config = await world.config({ ...WEATHER, areas: ['ITSUD'] });
    const end = await new Collector(config, world.parts).collect(config.entries[0]!, world.now);
    assert.match(end.faults.join(), /"ITSUD" is not one of the areas with weather/);
  });
});
