// CACHE_MB is the memory that all caches of data take together, however many answers are asked for.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { ensurePlan } from '#accounts/plan-changes';
import { addUser } from '#accounts/users';
import { readConfig } from '#config';
import { startApp } from '#serve/app';
import { openStore } from '#store/open/open-store';
import { rounds, skipUnlessLong } from '../../../harness/rounds.ts';

const MEGABYTES = 1;
const SERIES = 2_000;
const DATES = 1_000;

/** Makes a store of many series, the first of which has a run; resolves to the key of a reader of all. */
async function fillStore(url: string): Promise<string> {
  const store = await openStore(url);
  await ensurePlan(store.accounts, { name: 'all', patterns: ['*'], requestsPerMinute: 1_000_000 });
  const draft = { name: 'anna', password: 'a-long-enough-password', planName: 'all' };
  const user = await addUser(store.accounts, draft, Date.now());
  const key = await addKey(store.accounts, user, 'reader', Date.now());
  await store.write(async (writer) => {
    for (let i = 0; i < SERIES; i++) {
      const code = i === 0 ? 'dehrprice' : `series${i}`;
      const description = `The ${i}th of many series, all of which are asked for`;
      const { key } = await writer.defineSeries({
        ...{ code, description, unit: 'MWh', resolution: 'hour' },
        ...(i === 0 ? { area: 'DE', category: 'hrprice' } : { area: null, category: null }),
      });
      const indices = Int32Array.from({ length: 48 }, (_, hour) => 476_000 + hour);
      await writer.writePoints(key, indices, new Float64Array(48).fill(i), Date.now());
      if (i > 0) continue;
      const values = new Float64Array(48).fill(1);
      const analyzedAt = 476_000 * 3_600_000;
      const run = { analyzedAt, updatedAt: analyzedAt, firstIndex: 476_001, values, source: 'x' };
      await writer.writeRun(key, run, analyzedAt);
    }
  });
  await store.close();
  return key;
}

test('caches that are filled far beyond the setting keep to it, and say how full they are', {
  skip: skipUnlessLong(),
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-bounds-'));
  const url = `sqlite:${join(folder, 'store.db')}`;
  const authorization = `Bearer ${await fillStore(url)}`;
  const config = readConfig({
    ...{ STORE: url, PORT: '0', LOG_LEVEL: 'silent', FORECASTS: 'false' },
    CACHE_MB: String(MEGABYTES),
  });
  const app = await startApp(config, { isDemo: false });
  t.after(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (path: string): Promise<number> =>
    (await app.server.inject({ url: path, headers: { authorization } })).statusCode;
  const heldBy = async (): Promise<Record<string, number>> => {
    const { body } = await app.server.inject('/metrics');
    const lines = body.matchAll(/^gridtide_cache_bytes\{cache="(\w+)".*\} (\d+)$/gm);
    return Object.fromEntries(Array.from(lines, ([, cache, bytes]) => [cache!, Number(bytes)]));
  };
  const mustKeepTo = async (): Promise<void> => {
    const { answers = -1, questions = -1, records = -1 } = await heldBy();
    const whole = MEGABYTES * 2 ** 20;
    assert.ok(answers + questions + records <= whole, 'all together');
    // Each cache is in use, and close to its limit.
    assert.ok(records > whole / 5 && records <= whole / 4, `${records} bytes of records`);
    assert.ok(questions > whole / 25, `${questions} bytes of questions`);
    assert.ok(answers > whole / 2, `${answers} bytes of answers`);
  };
  const short = '/api/v1/power-balance-forecast/short-term?area=DE&balanceCategory=hrprice';
  for (let round = 0; round < rounds(2); round++) {
    for (let i = 1; i < SERIES; i++) assert.equal(await ask(`/api/v1/series/series${i}`), 200);
    for (let i = 0; i < DATES; i++) {
      const date = new Date(476_001 * 3_600_000 + i * 60_000).toISOString();
      const path = `${short}&startDate=2024-01-01&endDate=${date}`;
      assert.equal(await ask(path), 200);
      // A question is remembered when its answer is kept: the second time.
      assert.equal(await ask(path), 200);
      if (i % 500 === 499) await mustKeepTo();
    }
  }
});
