// GET /api/operator/collect with the real configuration and the store's own record.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { ensurePlan } from '#accounts/plan-changes';
import { addUser } from '#accounts/users';
import { readConfig } from '#config';
import { startApp } from '#serve/app';

async function ask(t: { after(close: () => Promise<void>): void }, entries?: unknown[]) {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-collect-'));
  const file = join(folder, 'collect.json');
  if (entries) await writeFile(file, JSON.stringify({ sources: entries }));
  const app = await startApp(
    readConfig({
      STORE: `sqlite:${join(folder, 'store.db')}`,
      PORT: '0',
      LOG_LEVEL: 'silent',
      FORECASTS: 'false',
      ...(entries ? { COLLECT: file } : {}),
    }),
    { isDemo: false },
  );
  t.after(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });
  const { accounts } = app.store;
  await ensurePlan(accounts, { name: 'all', patterns: ['*'] });
  const user = { name: 'anna', password: 'a-long-enough-password', planName: 'all' };
  await addUser(accounts, user, Date.now());
  const anna = (await accounts.findUser('anna'))!;
  const key = await addKey(accounts, anna, 'desk', Date.now(), { isOperator: true });
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${app.url}/api/operator/collect`, { headers });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer should hold
  const body: any = await answer.json();
  return { status: answer.status, body };
}

suite('GET /api/operator/collect', () => {
  test('GET /api/operator/collect is empty if nothing is collected', async (t) => {
    assert.deepEqual(await ask(t), { status: 200, body: { entries: [] } });
  });

  test('GET /api/operator/collect shows every source and its feeds, and an error without a secret', async (t) => {
    // No program listens on port 9 of this machine, so the first attempt fails.
    const { status, body } = await ask(t, [
      { source: 'ecb', every: '6h', baseUrl: 'http://127.0.0.1:9' },
    ]);
    assert.equal(status, 200);
    const [entry] = body.entries;
    assert.equal(body.entries.length, 1);
    assert.deepEqual([entry.name, entry.source, entry.everySeconds], ['ecb', 'ecb', 21_600]);
    assert.ok(['waiting', 'running', 'failed'].includes(entry.state), entry.state);
    assert.match(entry.nextDueAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/);
    assert.equal(entry.lastSuccessAt, null);
  });
});
