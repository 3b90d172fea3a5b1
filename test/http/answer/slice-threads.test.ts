// Large slices are made in threads, with the same bytes as in the server's own.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { addKey } from '#accounts/api-keys';
import { ensurePlan } from '#accounts/plan-changes';
import { addUser } from '#accounts/users';
import { readConfig } from '#config';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import { AnswerThreads } from '#http/answer/answer-threads';
import { startApp } from '#serve/app';
import { openLongSeries } from './long-series.ts';

const { store, storeUrl } = await openLongSeries(after);
const DAYS = 300;
const FIRST = Date.UTC(2022, 0, 1);

/** A run of each of two sources a day, with gaps and a band. */
await store.write(async (writer) => {
  const { key } = (await writer.findSeries('long'))!;
  for (let day = 0; day < DAYS; day++) {
    for (const [i, source] of ['vendor', 'größer'].entries()) {
      const analyzedAt = FIRST + day * DAY_MS + 6 * HOUR_MS;
      const values = Float64Array.from({ length: 72 }, (_, hour) =>
        hour % 31 === 30 ? Number.NaN : day + hour / 8 + i,
      );
      const run = { analyzedAt, updatedAt: analyzedAt, firstIndex: analyzedAt / HOUR_MS, values };
      const band = { level: 80, lower: values.map((v) => v - 1), upper: values.map((v) => v + 1) };
      await writer.writeRun(key, { ...run, source }, analyzedAt, undefined, [band]);
    }
  }
});
await ensurePlan(store.accounts, { name: 'all', patterns: ['*'] });
const user = await addUser(
  store.accounts,
  { name: 'slice-reader', password: null, planName: 'all' },
  Date.now(),
);
const key = await addKey(store.accounts, user, 'k', Date.now());

async function startWith(threads: string) {
  const settings = { STORE: storeUrl, PORT: '0', LOG_LEVEL: 'silent', FORECASTS: 'false' };
  const config = readConfig({ ...settings, CACHE_MB: '0', ANSWER_THREADS: threads });
  return startApp(config, { isDemo: false });
}

const PATHS = [
  'daysAhead=1',
  'daysAhead=1&format=csv',
  'daysAhead=1&format=columns',
  'daysAhead=1&format=parquet&bands=true',
  'hoursAhead=24&actual=true&bands=true',
  'hoursAhead=24&issuedBefore=08:00&zone=America/New_York&format=ndjson',
  'daysAhead=2&resolution=day&actual=true',
  'daysAhead=2&resolution=peak&format=columns',
  'daysAhead=2&resolution=day&counts=true&threshold=0.9&actual=true',
];
/** Made by the server itself: of the past, small, or with a refusal that names a field. */
const OWN_PATHS = [
  'daysAhead=1&asOf=2022-06-01',
  'daysAhead=1&from=2022-03-01&to=2022-03-31',
  'delivery=2022-03-02T00:00Z',
  'daysAhead=1&format=xlsx',
];

test('a large slice is made in a thread, with the bytes that the server itself makes', async (t) => {
  const apps = [await startWith('2'), await startWith('0')];
  t.after(() => Promise.all(apps.map((app) => app.close())));
  const ask = async (url: string, query: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${url}/api/v1/forecasts/long/sliced?${query}`, { headers });
    assert.equal(answer.status, 200, query);
    const told = [answer.headers.get('content-type'), answer.headers.get('content-disposition')];
    return [...told, Buffer.from(await answer.arrayBuffer()).toString('base64')];
  };
  const make = AnswerThreads.prototype.make;
  let made = 0;
  t.mock.method(AnswerThreads.prototype, 'make', function (this: AnswerThreads, order: never) {
    const answer = make.call(this, order);
    if (answer) made++;
    return answer;
  });
  // A thread takes a moment to start; until then the server makes the answer.
  while (made === 0) {
    await ask(apps[0]!.url, PATHS[0]!);
    await pause(20);
  }
  for (const query of PATHS) {
    const before = made;
    const [apart, own] = await Promise.all(apps.map(({ url }) => ask(url, query)));
    assert.equal(made, before + 1, query);
    assert.deepEqual(apart, own, query);
  }
  const before = made;
  for (const query of OWN_PATHS) {
    const [first, second] = await Promise.all(apps.map(({ url }) => ask(url, query)));
    assert.deepEqual(first, second, query);
  }
  assert.equal(made, before);
});

test('a slice whose runs are written while a thread makes it is of one state', async (t) => {
  const app = await startWith('1');
  t.after(() => app.close());
  const ask = async () => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${app.url}/api/v1/forecasts/long/sliced?daysAhead=1`, { headers });
    return { etag: answer.headers.get('etag'), text: await answer.text() };
  };
  const { key: series } = (await store.findSeries('long'))!;
  const analyzedAt = FIRST + 6 * HOUR_MS;
  let writes = 0;
  const write = () =>
    store.write((writer) => {
      const values = new Float64Array(72).fill(++writes * 1_000);
      const run = { analyzedAt, updatedAt: analyzedAt, firstIndex: analyzedAt / HOUR_MS, values };
      return writer.writeRun(series, { ...run, source: 'vendor' }, Date.now());
    });
  const make = AnswerThreads.prototype.make;
  let isMet = false;
  let met = 0;
  t.mock.method(AnswerThreads.prototype, 'make', function (this: AnswerThreads, order: never) {
    const answer = make.call(this, order);
    if (!answer || !isMet) return answer;
    isMet = false;
    met++;
    // The write is committed before the answer is looked at.
    return Promise.all([answer, write()]).then(([bytes]) => bytes);
  });
  while (met < 3) {
    isMet = true;
    const answer = await ask();
    isMet = false;
    assert.deepEqual(answer, await ask());
    await pause(20);
  }
});
