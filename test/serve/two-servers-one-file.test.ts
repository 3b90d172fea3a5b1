// Two servers on one SQLite file: what one of them counts, the other knows.

import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { pino } from 'pino';
import { addKey } from '#accounts/api-keys';
import { ensurePlan } from '#accounts/plan-changes';
import { addUser } from '#accounts/users';
import { readConfig } from '#config';
import { type App, startApp } from '#serve/app';
import { makeServedStore, PASSWORD } from './served-store.ts';

const LIMIT = 50;
/** What a server may have taken ahead and not used. */
const UNUSED = Math.ceil(LIMIT / 16);

async function openTwo(t: TestContext): Promise<{ servers: App[]; key: string }> {
  let key = '';
  const { url } = await makeServedStore(t, async ({ accounts }) => {
    await ensurePlan(accounts, { name: 'small', patterns: ['*'], requestsPerMinute: LIMIT });
    const draft = { name: 'otto', password: PASSWORD, planName: 'small' };
    key = await addKey(accounts, await addUser(accounts, draft, Date.now()), 'reader', Date.now());
  });
  const config = readConfig({ STORE: url, PORT: '0', FORECASTS: 'false', ANSWER_THREADS: '0' });
  // One clock, so that the minute does not end during the test.
  const now = Date.now();
  const start = () =>
    startApp(config, { isDemo: false, clock: () => now, logger: pino({ level: 'silent' }) });
  const servers = [await start(), await start()];
  t.after(async () => {
    for (const server of servers) await server.close();
  });
  return { servers, key };
}

it('two servers on one file let a user ask no more often than one', async (t) => {
  const { servers, key } = await openTwo(t);
  let allowed = 0;
  for (let i = 0; i < 4 * LIMIT; i++) {
    const { status } = await fetch(`${servers[i % 2]!.url}/api/v1/account`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (status === 200) allowed++;
    else assert.equal(status, 429);
  }
  assert.ok(allowed <= LIMIT && allowed >= LIMIT - UNUSED, `${allowed} of ${LIMIT}`);
});
