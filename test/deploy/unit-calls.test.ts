// The filter of system calls of the unit, against what the server really calls: recorded by strace while it answers,
// draws, makes tables and threads, and starts workers.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findProgram, skipWithout } from '../../harness/find-program.ts';
import { lastFirst, until } from '../../harness/lifetime.ts';
import { ProductServer } from '../../harness/product-server.ts';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { makeServedStore, PASSWORD, type ServedStore, USER } from '../serve/served-store.ts';

const UNIT = new URL('../../deploy/systemd/gridtide.service', import.meta.url);
const SERIES = '/api/operator/series/dehrprice';
/** More than the threads are for. */
const HOURS = 30_000;

/** The calls of a group such as `@system-service`, with those of the groups in it. */
function callsOf(group: string): Set<string> {
  if (!group.startsWith('@')) return new Set([group]);
  const printed = execFileSync(findProgram('systemd-analyze')!, ['syscall-filter', group], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const names = printed.split('\n').map((line) => line.trim());
  const members = names.filter((name) => /^@?[a-z_0-9-]+$/.test(name) && name !== group);
  return new Set(members.flatMap((name) => [...callsOf(name)]));
}

/** What the lines of the unit allow, one after the other. */
function allowedCalls(unit: string): Set<string> {
  // systemd always adds what no program can do without.
  let allowed = callsOf('@default');
  for (const [, not, groups = ''] of unit.matchAll(/^SystemCallFilter=(~?)(.*)$/gm)) {
    const named = new Set(groups.split(' ').flatMap((group) => [...callsOf(group)]));
    allowed = not ? allowed.difference(named) : allowed.union(named);
  }
  return allowed;
}

async function useServer({ url }: ProductServer, { operatorKey, key }: ServedStore): Promise<void> {
  const send = async (method: string, path: string, body?: unknown, token = operatorKey) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(url + path, { method, headers, ...sent });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return answer;
  };
  await send('PUT', SERIES, { description: 'Price', unit: 'EUR/MWh', resolution: 'hour' });
  const values = Array.from({ length: HOURS }, (_, i) => i % 100);
  await send('POST', `${SERIES}/values`, { start: '2021-01-01T00:00:00Z', values });
  await (
    await send('GET', '/api/v1/series/dehrprice?from=2021-01-01&to=2024-05-01', undefined, key)
  ).text();
  const table = '/api/v1/tables/values/dehrprice/2022.parquet';
  await (await send('GET', table, undefined, key)).arrayBuffer();
  const signIn = await send('POST', '/api/v1/auth', { username: USER, password: PASSWORD });
  const token = (await signIn.json()) as string;
  const panels = [{ view: '/s/dehrprice' }];
  const board = await send('POST', '/api/v1/boards', { name: 'x', shared: false, panels }, token);
  const { id } = (await board.json()) as { id: string };
  const link = await send('POST', `/api/v1/boards/${id}/links`, { days: 1 }, token);
  const { picture } = (await link.json()) as { picture: string };
  assert.equal((await fetch(url + picture)).status, 200);
  assert.equal((await fetch(`${url}/metrics`)).status, 200);
}

const skip = skipUnlessLong() || skipWithout('strace') || skipWithout('systemd-analyze');

describe('the filter of system calls', { skip }, () => {
  for (const [workers, named] of [
    ['1', 'one process'],
    ['2', 'two workers'],
  ] as const) {
    it(`the unit allows every call of a server with ${named} that is in use`, async (t) => {
      const lifetime = lastFirst(t);
      const folder = await mkdtemp(join(tmpdir(), 'gridtide-calls-'));
      lifetime.after(() => rm(folder, { recursive: true, force: true }));
      const store = await makeServedStore(lifetime);
      const record = join(folder, 'calls');
      // With -D the server is our own child, and strace watches from beside.
      const under = [findProgram('strace')!, '-D', '-f', '-c', '-o', record];
      const env = { STORE: store.url, WORKERS: workers };
      const server = await ProductServer.start(lifetime, { env, under });
      await useServer(server, store);
      assert.equal(await server.stop(), 0);
      const table = await until(() => readFileSync(record, 'utf8') || undefined);
      const used = [...table.matchAll(/^ *[\d.]+ +[\d.]+ +\d+ +\d+ +(?:\d+ +)?(\w+)$/gm)].map(
        ([, name]) => name!,
      );
      assert.ok(used.includes('epoll_wait') || used.includes('epoll_pwait'), table);
      assert.ok(used.includes('setpriority'), 'a thread was started');
      const allowed = allowedCalls(readFileSync(UNIT, 'utf8'));
      // Run by root, SQLite gives its files to the owner of the store. The service is not run by root.
      if (process.getuid?.() === 0) allowed.add('fchown');
      assert.deepEqual(
        used.filter((name) => name !== 'total' && !allowed.has(name)),
        [],
      );
    });
  }

  it('the filter leaves out what a server has no use for', () => {
    const allowed = allowedCalls(readFileSync(UNIT, 'utf8'));
    assert.ok(allowed.size > 200);
    for (const name of [
      'mount',
      'ptrace',
      'reboot',
      'setuid',
      'chown',
      'init_module',
      'bpf',
      'nice',
    ])
      assert.ok(!allowed.has(name), name);
  });
});
