// A server with threads for large answers beside one without.

import assert from 'node:assert/strict';
import { after, suite, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { addKey } from '#accounts/api-keys';
import { ensurePlan } from '#accounts/plan-changes';
import { addUser } from '#accounts/users';
import { readConfig } from '#config';
import { AnswerThreads } from '#http/answer/answer-threads';
import { type App, startApp } from '#serve/app';
import { rounds } from '../../../harness/rounds.ts';
import { openLongSeries } from './long-series.ts';

const { store, storeUrl } = await openLongSeries(after);

/** A refusal without its request's id. */
const withoutId = (text: string): string => text.replace(/"requestId":"[^"]*"/, '');

const READER = { name: 'reader', password: 'a-long-enough-password', planName: 'all' };

/** Adds the reader; resolves to a key of theirs. */
async function addReader(): Promise<string> {
  const { accounts } = store;
  await ensurePlan(accounts, { name: 'all', patterns: ['*'] });
  await addUser(accounts, READER, Date.now());
  return addKey(accounts, (await accounts.findUser('reader'))!, 'test', Date.now());
}

/** A server with two threads, and one without. */
async function startBoth(t: TestContext): Promise<App[]> {
  const settings = { STORE: storeUrl, PORT: '0', LOG_LEVEL: 'silent', FORECASTS: 'false' };
  const start = (threads: string): Promise<App> =>
    startApp(readConfig({ ...settings, CACHE_MB: '0', ANSWER_THREADS: threads }), {
      isDemo: false,
    });
  const apps = await Promise.all(['2', '0'].map(start));
  t.after(() => Promise.all(apps.map((app) => app.close())));
  return apps;
}

async function ask(url: string, path: string): Promise<string> {
  const signIn = await fetch(`${url}/api/v1/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: READER.name, password: READER.password }),
  });
  const authorization = `Bearer ${await signIn.json()}`;
  const answer = await fetch(`${url}${path}`, { headers: { authorization } });
  assert.equal(answer.status, 200);
  return answer.text();
}

async function askMany(url: string, key: string, more: object): Promise<string> {
  const answer = await fetch(`${url}/api/fundamental/series/multi`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ SeriesIds: ['long', 'long', 'LONG'], ...more }),
  });
  return `${answer.status} ${answer.headers.get('etag')} ${withoutId(await answer.text())}`;
}

const BODIES = [
  {},
  { Resolution: 'day', TimeZone: 'UTC' },
  { Resolution: 'peak', FromDateTime: '2022' },
  // 990,000 points are more than the plan allows.
  { SeriesIds: Array.from({ length: 33 }, () => 'long') },
];
const QUERIES = [
  ...['', '?resolution=day', '?format=csv', '?format=columns'],
  ...['?counts=true&kinds=true', '?resolution=week&counts=true&format=csv'],
  ...['?resolution=day&complete=true&format=columns', '?resolution=peak&threshold=0.9'],
];

suite('a server with threads', () => {
  test('a server with threads gives the same answers as one without', async (t) => {
    const key = await addReader();
    const apps = await startBoth(t);
    for (let round = 0; round < rounds(3); round++) {
      for (const body of BODIES) {
        const [a, b] = await Promise.all(apps.map((app) => askMany(app.url, key, body)));
        assert.equal(a, b);
      }
    }
    for (let round = 0; round < rounds(3); round++) {
      for (const query of QUERIES) {
        const path = `/api/v1/series/long${query}`;
        const [a, b] = await Promise.all(apps.map((app) => ask(app.url, path)));
        assert.equal(a, b);
      }
    }
  });
});

suite('a thread that meets a write', () => {
  test('an answer whose series is written while a thread makes it is of one state', async (t) => {
    const settings = { STORE: storeUrl, PORT: '0', LOG_LEVEL: 'silent', FORECASTS: 'false' };
    const app = await startApp(readConfig({ ...settings, ANSWER_THREADS: '1' }), { isDemo: false });
    t.after(() => app.close());
    const { accounts } = store;
    await ensurePlan(accounts, { name: 'all', patterns: ['*'] });
    const name = { name: 'thread-reader', password: null, planName: 'all' };
    const key = await addKey(accounts, await addUser(accounts, name, Date.now()), 'k', Date.now());
    const headers = { authorization: `Bearer ${key}` };
    const ask = async (path: string) => {
      const answer = await fetch(`${app.url}/api/v1/series/long?${path}`, { headers });
      assert.equal(answer.status, 200);
      return { etag: answer.headers.get('etag'), text: await answer.text() };
    };
    const { key: series, firstIndex, lastIndex } = (await store.findSeries('long'))!;
    let writes = 0;
    const write = () =>
      store.write((writer) => {
        const indices = Int32Array.from(
          { length: lastIndex! - firstIndex! + 1 },
          (_, i) => firstIndex! + i,
        );
        const values = new Float64Array(indices.length).fill(++writes);
        return writer.writePoints(series, indices, values, Date.now());
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
    // A thread takes a moment to start; until then answers are made here.
    for (let i = 0; met < 6; i++) {
      const path = `format=${i % 2 === 0 ? 'columns' : 'csv'}`;
      isMet = true;
      const answer = await ask(path);
      isMet = false;
      assert.deepEqual(answer, await ask(path));
      await pause(20);
    }
  });
});
