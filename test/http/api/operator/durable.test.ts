import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findCaller } from '#accounts/authenticate';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { rounds, skipUnlessLong } from '../../../../harness/rounds.ts';
import { addOperator, startServer } from './operator-world.ts';

const PROGRAM = fileURLToPath(new URL('operator-process.ts', import.meta.url));
const HOUR = 3_600_000;
const T0 = Date.parse('2024-05-17T00:00:00Z');

interface Setting {
  readonly storeUrl: string;
  readonly key: string;
}

async function prepare(t: TestContext): Promise<Setting> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-durable-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const storeUrl = `sqlite:${join(folder, 'store.db')}`;
  return { storeUrl, key: await look(storeUrl, addOperator) };
}

async function look<T>(storeUrl: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(storeUrl);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const headersOf = (key: string, method: string, path: string) => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
  'idempotency-key': `${method}-${path}`,
});

/** Sends requests one after another and kills the server as soon as the last is answered. */
async function sendAndKill(
  { storeUrl, key }: Setting,
  requests: readonly (readonly [method: string, path: string, body: unknown])[],
): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, ['-C', 'source', PROGRAM, storeUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    const [first] = await once(child.stdout!, 'data');
    const base = `http://127.0.0.1:${String(first).trim()}/api/operator`;
    for (const [i, [method, path, body]] of requests.entries()) {
      const response = await fetch(base + path, {
        method,
        headers: headersOf(key, method, path),
        body: JSON.stringify(body),
      });
      // The head says that the write is done: the kill does not wait for the body.
      if (i === requests.length - 1) child.kill('SIGKILL');
      assert.equal(response.status, 200);
      await response.text().catch(() => {});
    }
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

const define = { description: 'Price', unit: 'EUR/MWh', resolution: 'hour' };

describe('a write that was answered', () => {
  it('an answered write survives a kill -9 in the same moment, with its journal entry and kept answer', async (t) => {
    const setting = await prepare(t);
    for (let round = 0; round < rounds(3, 3); round++) {
      const code = `series${round}`;
      const values = Array.from({ length: 2_000 }, (_, i) => round * 10_000 + i);
      await sendAndKill(setting, [
        ['PUT', `/series/${code}`, define],
        ['POST', `/series/${code}/values`, { start: '2024-05-17T00:00:00Z', values }],
      ]);
      await look(setting.storeUrl, async (store) => {
        const series = (await store.findSeries(code))!;
        const start = T0 / HOUR;
        const read = await store.readValues(series.key, { start, end: start + values.length });
        assert.deepEqual([...read], values);
        const [entry] = await store.listEntries({ limit: 1 });
        assert.deepEqual(
          [entry!.kind, entry!.actor, entry!.name, entry!.points.added],
          ['values', 'anna', code, 2_000],
        );
      });
    }
    // The first request, sent again, is answered and not done.
    const before = await look(setting.storeUrl, (store) => store.listEntries({ limit: 1 }));
    await sendAndKill(setting, [['PUT', '/series/series0', define]]);
    const after = await look(setting.storeUrl, (store) => store.listEntries({ limit: 1 }));
    assert.deepEqual(after, before);
  });

  it('an answered change of an account survives a kill -9', {
    skip: skipUnlessLong(),
  }, async (t) => {
    const setting = await prepare(t);
    const requests = [
      ['POST', '/users', { name: 'robot', plan: 'everything' }],
      ['POST', '/users/robot/keys', { name: 'nightly' }],
    ] as const;
    await sendAndKill(setting, requests);
    await look(setting.storeUrl, async (store) => {
      const { accounts } = store;
      assert.equal((await accounts.findUser('robot'))?.planName, 'everything');
      const kinds = (await accounts.listEntries(10)).map(({ kind, name }) => `${kind} ${name}`);
      assert.deepEqual(kinds.slice(0, 2), ['key-added robot', 'user-added robot']);
      // If the key was lost with the answer, the same request returns it again.
      const server = await startServer(store, Date.now);
      const again = await server.inject({
        method: 'POST',
        url: '/api/operator/users/robot/keys',
        headers: headersOf(setting.key, 'POST', '/users/robot/keys'),
        payload: JSON.stringify(requests[1][2]),
      });
      await server.close();
      assert.equal(again.headers['idempotency-replayed'], 'true');
      assert.ok(await findCaller(accounts, again.json().key, Date.now()));
    });
  });
});
