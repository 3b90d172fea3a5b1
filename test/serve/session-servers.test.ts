// One session on two servers of one store: it works at both, survives their restart, and ends at both when the
// operator disables its user or sets a new password on the command line. The operator role is followed likewise.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { changePassword } from '#accounts/password-changes';
import { disableUser, setOperatorRole } from '#accounts/users';
import { readConfig } from '#config';
import { type App, startApp } from '#serve/app';
import type { AccountStore } from '#store/account-store';
import { openStore } from '#store/open/open-store';
import { makeServedStore, PASSWORD, USER } from './served-store.ts';

const MOST_MS = 5_000;

async function openServers(t: TestContext) {
  const { url } = await makeServedStore(t);
  const config = readConfig({ STORE: url, PORT: '0', FORECASTS: 'false', ANSWER_THREADS: '0' });
  const running = new Set<App>();
  t.after(async () => {
    for (const server of running) await server.close();
  });
  const start = async (): Promise<App> => {
    const server = await startApp(config, { isDemo: false, logger: pino({ level: 'silent' }) });
    running.add(server);
    return server;
  };
  const stop = async (server: App): Promise<void> => {
    running.delete(server);
    await server.close();
  };
  /** Changes the accounts as a command does: in a store of its own. */
  const command = async (work: (accounts: AccountStore) => Promise<unknown>): Promise<void> => {
    const store = await openStore(url);
    try {
      await work(store.accounts);
    } finally {
      await store.close();
    }
  };
  return { start, stop, command };
}

async function signIn({ url }: App): Promise<string> {
  const answer = await fetch(`${url}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ username: USER, password: PASSWORD }),
  });
  assert.equal(answer.status, 200);
  return /=(gts_\w+)/.exec(answer.headers.get('set-cookie')!)![1]!;
}

async function statusOf({ url }: App, secret: string, path = '/api/v1/account'): Promise<number> {
  const cookie = `gridtide-session-${new URL(url).port}=${secret}`;
  const answer = await fetch(`${url}${path}`, { headers: { cookie } });
  await answer.arrayBuffer();
  return answer.status;
}

async function msUntilEnded(servers: readonly App[], secret: string): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const statuses = await Promise.all(servers.map((server) => statusOf(server, secret)));
    if (statuses.every((status) => status === 401)) return performance.now() - startedAt;
    assert.ok(performance.now() - startedAt < 2 * MOST_MS, `still ${statuses}`);
    await wait(50);
  }
}

describe('a session on two servers of one store', () => {
  it('a session works on both servers, and on one that starts later', async (t) => {
    const { start, stop } = await openServers(t);
    const [first, second] = [await start(), await start()];
    const secret = await signIn(first);
    assert.equal(await statusOf(first, secret), 200);
    assert.equal(await statusOf(second, secret), 200);
    await stop(first);
    await stop(second);
    assert.equal(await statusOf(await start(), secret), 200);
  });

  for (const [what, work] of [
    ['disabling its user', (accounts: AccountStore) => disableUser(accounts, USER)],
    [
      'a new password',
      (accounts: AccountStore) => changePassword(accounts, USER, 'wind over the Kattegat'),
    ],
  ] as const) {
    it(`${what} on the command line ends a session on both servers within 5 seconds`, async (t) => {
      const { start, command } = await openServers(t);
      const servers = [await start(), await start()];
      const secret = await signIn(servers[0]!);
      for (const server of servers) assert.equal(await statusOf(server, secret), 200);
      await command(work);
      const ms = await msUntilEnded(servers, secret);
      assert.ok(ms < MOST_MS, `${ms} ms`);
    });
  }

  it('the operator role opens and closes both servers within 5 seconds', async (t) => {
    const { start, command } = await openServers(t);
    const servers = [await start(), await start()];
    const secret = await signIn(servers[0]!);
    const path = '/api/operator/users';
    for (const server of servers) assert.equal(await statusOf(server, secret, path), 403);
    for (const [isOperator, status] of [
      [true, 200],
      [false, 403],
    ] as const) {
      await command((accounts) => setOperatorRole(accounts, USER, isOperator));
      const changedAt = performance.now();
      for (const server of servers) {
        while ((await statusOf(server, secret, path)) !== status) {
          assert.ok(performance.now() - changedAt < MOST_MS);
          await wait(50);
        }
      }
    }
  });

  it('signing out at one server ends the session at the other within 5 seconds', async (t) => {
    const { start } = await openServers(t);
    const servers = [await start(), await start()];
    const secret = await signIn(servers[0]!);
    for (const server of servers) assert.equal(await statusOf(server, secret), 200);
    const { url } = servers[1]!;
    const headers = { cookie: `gridtide-session-${new URL(url).port}=${secret}`, origin: url };
    const answer = await fetch(`${url}/api/v1/session`, { method: 'DELETE', headers });
    assert.equal(answer.status, 200);
    assert.ok((await msUntilEnded(servers, secret)) < MOST_MS);
  });
});
