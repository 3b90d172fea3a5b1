// Answers as of an earlier time pass by every shortcut: repeated requests, kept answers and threads know only
// the present.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { addKey } from '#accounts/api-keys';
import { ensurePlan } from '#accounts/plan-changes';
import { addUser } from '#accounts/users';
import { readConfig } from '#config';
import { HOUR_MS } from '#core/time/instant';
import { startApp } from '#serve/app';
import { listen } from '../../../harness/http/raw-connection.ts';
import { rounds, skipUnlessLong } from '../../../harness/rounds.ts';
import { World } from '../../../harness/world/world.ts';

const PATH = '/api/v1/power-balance-forecast/short-term?area=DE&balanceCategory=hrprice';
const DAY = Array.from({ length: 25 }, (_, hour) => hour);

describe('an answer as of an earlier time', () => {
  it('a repeated request as of an earlier time is answered for its own time', async (t) => {
    const world = await World.open(t, { now: '2024-05-17T10:00:00Z' });
    await world.load({ code: 'dehrprice' });
    const load = (first: number) =>
      world.loadRun(
        'dehrprice',
        '2024-05-17T06:00:00Z',
        '2024-05-18T00:00:00Z',
        DAY.map((hour) => first + hour),
      );
    await load(100);
    const port = await listen(world.app);
    const token = await world.key('trader', 'test');
    const first = async (query: string): Promise<number> => {
      const answer = await fetch(`http://127.0.0.1:${port}${PATH}${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return ((await answer.json()) as { data: { value: number }[] }).data[0]!.value;
    };
    const noon = '&asOf=2024-05-17T12:00:00Z';
    // A time in the future: the answer is that of now, and another when the time is past.
    for (let i = 0; i < 3; i++) assert.equal(await first(noon), 100);
    world.setNow('2024-05-17T11:00:00Z');
    await load(200);
    for (let i = 0; i < 3; i++) assert.equal(await first(noon), 200);
    world.setNow('2024-05-17T13:00:00Z');
    await load(300);
    for (let i = 0; i < 3; i++) {
      assert.equal(await first(''), 300);
      assert.equal(await first(noon), 200);
      assert.equal(await first('&asOf=2024-05-17T10:30:00Z'), 100);
    }
  });

  it('a large answer as of an earlier time is not made by a thread, which knows only the present', {
    skip: skipUnlessLong(),
  }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-as-of-'));
    const storeUrl = `sqlite:${join(folder, 'store.db')}`;
    const settings = { STORE: storeUrl, PORT: '0', LOG_LEVEL: 'silent', FORECASTS: 'false' };
    const config = readConfig({ ...settings, CACHE_MB: '0', ANSWER_THREADS: '1' });
    const app = await startApp(config, { isDemo: false });
    t.after(async () => {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    });
    const { accounts } = app.store;
    await ensurePlan(accounts, { name: 'all', patterns: ['*'] });
    const user = { name: 'reader', password: null, planName: 'all' };
    const key = await addKey(
      accounts,
      await addUser(accounts, user, Date.now()),
      'test',
      Date.now(),
    );
    const past = Date.now() - 10 * HOUR_MS;
    const indices = Int32Array.from({ length: 30_000 }, (_, i) => 400_000 + i);
    await app.store.write(async (writer) => {
      const texts = { code: 'long', description: '', unit: 'MWh', area: null, category: null };
      const series = await writer.defineSeries({ ...texts, resolution: 'hour' });
      const all = (value: number) => new Float64Array(indices.length).fill(value);
      await writer.writePoints(series.key, indices, all(1), past);
      await writer.writePoints(series.key, indices, all(2), past + HOUR_MS);
    });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const asOf = new Date(past + 1).toISOString();
    const sums = async (query: string, body: object): Promise<number[]> => {
      const got = await fetch(`${app.url}/api/v1/series/long?format=columns${query}`, { headers });
      const { values } = (await got.json()) as { values: number[] };
      const payload = JSON.stringify({ SeriesId: 'long', ...body, TimeZone: 'UTC' });
      const asked = { method: 'POST', headers, body: payload };
      const posted = await fetch(`${app.url}/api/fundamental/series`, asked);
      const { Values } = (await posted.json()) as { Values: Record<string, number> };
      return [values, Object.values(Values)].map((list) => list.reduce((sum, n) => sum + n, 0));
    };
    // A thread takes a moment to start; until then all answers are made here.
    for (let i = 0; i < rounds(20, 2); i++) {
      assert.deepEqual(await sums(`&asOf=${asOf}`, { AsOf: asOf }), [30_000, 30_000]);
      assert.deepEqual(await sums('', {}), [60_000, 60_000]);
      await pause(50);
    }
  });
});
