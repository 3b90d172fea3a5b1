// A server with threads for large answers beside one without.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { ensurePlan } from '#accounts/plan-changes';
import { addUser } from '#accounts/users';
import { readConfig } from '#config';
import { startApp } from '#serve/app';
import { openLongSeries } from './long-series.ts';

const { store, storeUrl } = await openLongSeries(after);

/** A refusal without its request's id. */
const withoutId = (text: string): string => text.replace(/"requestId":"[^"]*"/, '');

suite('a server with threads', () => {
  test('a server with threads gives the same answers as one without', async (t) => {
    const user = { name: 'reader', password: 'a-long-enough-password', planName: 'all' };
    await ensurePlan(store.accounts, { name: 'all', patterns: ['*'] });
    await addUser(store.accounts, user, Date.now());
    const key = await addKey(
      store.accounts,
      (await store.accounts.findUser('reader'))!,
      'test',
      Date.now(),
    );
    const apps = await Promise.all(
      ['2', '0'].map((count) =>
        startApp(
          readConfig({
            STORE: storeUrl,
            PORT: '0',
            LOG_LEVEL: 'silent',
            FORECASTS: 'false',
            CACHE_MB: '0',
            ANSWER_THREADS: count,
          }),
          { isDemo: false },
        ),
      ),
    );
    t.after(() => Promise.all(apps.map((app) => app.close())));
    const ask = async (url: string, path: string): Promise<string> => {
      const signIn = await fetch(`${url}/api/v1/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: user.name, password: user.password }),
      });
      const authorization = `Bearer ${await signIn.json()}`;
      const answer = await fetch(`${url}${path}`, { headers: { authorization } });
      assert.equal(answer.status, 200);
      return answer.text();
    };
    const askMany = async (url: string, more: object): Promise<string> => {
      const answer = await fetch(`${url}/api/fundamental/series/multi`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ SeriesIds: ['long', 'long', 'LONG'], ...more }),
      });
      return `${answer.status} ${answer.headers.get('etag')} ${withoutId(await answer.text())}`;
    };
    const bodies = [
      {},
      { Resolution: 'day', TimeZone: 'UTC' },
      { Resolution: 'peak', FromDateTime: '2022' },
      // 990,000 points are more than the plan allows.
      { SeriesIds: Array.from({ length: 33 }, () => 'long') },
    ];
    for (let round = 0; round < 3; round++) {
      for (const body of bodies) {
        const [a, b] = await Promise.all(apps.map((app) => askMany(app.url, body)));
        assert.equal(a, b);
      }
    }
    const paths = ['', '?resolution=day', '?format=csv', '?format=columns'];
    for (let round = 0; round < 3; round++) {
      for (const path of paths) {
        const [a, b] = await Promise.all(
          apps.map((app) => ask(app.url, `/api/v1/series/long${path}`)),
        );
        assert.equal(a, b);
      }
    }
  });
});
