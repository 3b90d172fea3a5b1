// Lists as sequences, kept answers, and runs as typed arrays, against a real server.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { bandLinesOf, linesOf } from '#client/programs/forecast-lines';
import { GridtideClient } from '#client/programs/gridtide-client';
import { sequence, World } from '../../harness/world/world.ts';
import { loadSourceRun } from '../http/api/v1/load-source-run.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
const from = '2024-05-16T22:00:00Z';
const code = 'dehrprice';
await world.load({ code, area: 'DE', category: 'hrprice', from, values: [10, 20] });
for (const extra of ['dea', 'deb', 'dec', 'fra']) {
  await world.load({ code: extra, from, values: [1] });
}
for (let hour = 0; hour < 5; hour++) {
  await loadSourceRun(world, {
    ...{ code, source: 'ours', from: '2024-05-17T10:00:00Z' },
    analyzed: `2024-05-17T0${hour}:00:00Z`,
    values: [hour, null, hour + 2],
    bands: [{ level: 80, lower: [-1, null, -3], upper: [1, 2, 3] }],
  });
}
const url = await world.app.listen({ port: 0, host: '127.0.0.1' });
const key = await world.key('trader', 'lists');
const seen: { path: string; status: number }[] = [];
const counting: typeof fetch = async (address, request) => {
  const answer = await fetch(address, request);
  seen.push({ path: String(address).slice(url.length), status: answer.status });
  return answer;
};
const client = new GridtideClient({ url, key, fetch: counting });

/** All of a sequence; Node 20 has no Array.fromAsync. */
async function all<T>(sequence: AsyncIterable<T>): Promise<T[]> {
  const entries: T[] = [];
  for await (const entry of sequence) entries.push(entry);
  return entries;
}

describe('a list in pages', () => {
  it('a search has every series once, page by page', async () => {
    seen.length = 0;
    const found = await all(client.search({ prefix: 'de', limit: 2 }));
    assert.deepEqual(
      found.map(({ seriesId }) => seriesId),
      ['dea', 'deb', 'dec', 'dehrprice'],
    );
    assert.equal(seen.length, 2);
  });

  it('a search that is left early asks for no further page', async () => {
    seen.length = 0;
    for await (const { seriesId } of client.search({ limit: 1 })) {
      assert.equal(seriesId, 'dea');
      break;
    }
    assert.equal(seen.length, 1);
  });

  it('runs come one by one, the newest first, over all pages', async () => {
    const runs = await all(client.runs(code, { limit: 2 }));
    assert.deepEqual(
      runs.map(({ analyzedTime }) => analyzedTime.slice(11, 13)),
      ['04', '03', '02', '01', '00'],
    );
  });

  it('feeds come one by one over all pages', async () => {
    const feeds = await all(client.feeds({ limit: 2 }));
    assert.equal(feeds.length, 5);
  });

  it('journals of the operator come to their ends', async () => {
    const user = (await world.store.accounts.findUser('trader'))!;
    const secret = await addKey(world.store.accounts, user, 'desk', world.now, {
      isOperator: true,
    });
    const { operator } = new GridtideClient({ url, key: secret, fetch: counting });
    const run = { source: 'mine', analyzedTime: '2024-05-17T09:00:00Z' };
    for (const value of [1, 2, 3]) {
      await operator.addRun(code, { ...run, start: '2024-05-17T10:00:00Z', values: [value] });
    }
    const entries = await all(operator.eachEntry({ limit: 1 }));
    assert.deepEqual(
      entries.map(({ kind }) => kind),
      ['runs', 'runs', 'runs'],
    );
    const audit = await all(operator.eachAudited());
    assert.ok(audit.length >= entries.length);
    assert.equal((await operator.entry(entries[0]!.id)).id, entries[0]!.id);
  });
});

describe('kept answers', () => {
  const keeping = new GridtideClient({ url, key, fetch: counting, cacheBytes: 1_000_000 });

  it('an unchanged series is not sent again, and is the same', async () => {
    seen.length = 0;
    const first = await keeping.series(code, { to: '2024-05-17T01:00' });
    const second = await keeping.series(code, { to: '2024-05-17T01:00' });
    assert.deepEqual(second, first);
    assert.deepEqual([...first.values.slice(0, 2)], [10, 20]);
    assert.deepEqual(
      seen.map(({ status }) => status),
      [200, 304],
    );
  });

  it('a file is the caller’s own: writing into it or giving it away changes no later answer', async () => {
    const query = { to: '2024-05-17T01:00', format: 'csv' };
    const first = await keeping.file(code, query);
    const text = new TextDecoder().decode(first);
    first.fill(0);
    const second = await keeping.file(code, query);
    assert.equal(new TextDecoder().decode(second), text);
    structuredClone(second, { transfer: [second.buffer] });
    assert.equal(await keeping.csv(code, { to: '2024-05-17T01:00' }), text);
  });

  it('a series that changed is sent', async () => {
    await world.load({ code, from, values: [11] });
    const { values } = await keeping.series(code, { to: '2024-05-17T01:00' });
    assert.equal(values[0], 11);
  });

  it('what does not fit the limit is asked for as before', async () => {
    const small = new GridtideClient({ url, key, fetch: counting, cacheBytes: 10 });
    seen.length = 0;
    await small.series(code);
    await small.series(code);
    assert.deepEqual(
      seen.map(({ status }) => status),
      [200, 200],
    );
  });
});

describe('runs as typed arrays', () => {
  const query = { area: 'DE', balanceCategory: 'hrprice', source: 'ours', startDate: from };

  it('a run is a line of times and values, with NaN for a gap', async () => {
    const run = await client.forecasts.shortTerm(query);
    const [line] = linesOf(run);
    assert.equal(run.analyzedTime, '2024-05-17T04:00:00Z');
    assert.equal(line!.unit, 'EUR/MWh');
    assert.deepEqual([...line!.values], [4, Number.NaN, 6]);
    assert.equal(line!.times[0], Date.parse('2024-05-17T10:00:00Z'));
  });

  it('bands stand beside the values', async () => {
    const [line] = bandLinesOf(await client.forecasts.bands(query));
    assert.deepEqual(line!.bands[0]!.level, 80);
    assert.deepEqual([...line!.bands[0]!.lower], [-1, Number.NaN, -3]);
    assert.deepEqual([...line!.bands[0]!.upper], [1, 2, 3]);
    assert.deepEqual(line!.quantiles, []);
    const [asked] = bandLinesOf(await client.forecasts.bands({ ...query, quantile: '10' }));
    assert.deepEqual(asked!.quantiles, [{ percent: 10, values: line!.bands[0]!.lower }]);
  });

  it('a slice has its issue times in milliseconds', async () => {
    const slice = await client.slice(code, { hoursAhead: 6, source: 'ours', bands: true });
    const at = slice.times.indexOf(Date.parse('2024-05-17T10:00:00Z'));
    assert.equal(slice.analyzedTimes[at], Date.parse('2024-05-17T04:00:00Z'));
    assert.equal(slice.values[at], 4);
    assert.equal(slice.upper80![at], 1);
  });

  it('all runs of one delivery are rows of a slice', async () => {
    const slice = await client.slice(code, { delivery: '2024-05-17T12:00Z', source: 'ours' });
    assert.deepEqual([...slice.values], [2, 3, 4, 5, 6]);
  });

  it('a clock change has 23 and 25 hours', async () => {
    const start = '2023-03-25T23:00:00Z';
    await world.load({ code: 'clock', from: start, values: sequence(24 * 220) });
    for (const [day, hours] of [
      ['2023-03-26', 23],
      ['2023-10-29', 25],
    ] as const) {
      const { times, values } = await client.series('clock', { from: day, to: day });
      assert.equal(times.length, hours);
      assert.equal(new Set(times).size, hours);
      assert.equal(values.length, hours);
    }
  });

  it('files are bytes and CSV is text', async () => {
    assert.match(await client.csv(code), /^time,value\n2024-05-16T22:00:00Z,11\n/);
    const arrow = await client.file(code, { format: 'arrow' });
    assert.equal(arrow[0], 0xff);
  });
});
