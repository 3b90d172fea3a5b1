// One session on two servers of one store: it works at both, survives their restart, and ends at both when the
// operator disables its user or sets a new password. The operator role is followed likewise.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { REMEMBERED_MS } from '#accounts/grant-cache';
import { changePassword } from '#accounts/password-changes';
import { setOperatorRole } from '#accounts/users';
import { readConfig } from '#config';
import { SECOND_MS } from '#core/time/instant';
import { type App, startApp } from '#serve/app';
import { openStore } from '#store/open/open-store';
import { lastFirst } from '../../harness/lifetime.ts';
import { ProductProcess } from '../../harness/product-process.ts';
import { ProductServer } from '../../harness/product-server.ts';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { makeServedStore, PASSWORD, USER } from './served-store.ts';

/** A server of another process remembers what a session may do for this long. */
const BOUND = `within ${REMEMBERED_MS / SECOND_MS} seconds`;
/** The bound, and what a slow machine needs besides to start a command and to ask. */
const MOST_MS = REMEMBERED_MS + 3 * SECOND_MS;
/** The gate has one change beside the servers: all of them are followed in one way. */
const LONG = { skip: skipUnlessLong() };

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
  return { start, stop };
}

/** A server of this process, or one of its own. */
type Server = Pick<App, 'url'>;

async function signIn({ url }: Server): Promise<string> {
  const answer = await fetch(`${url}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ username: USER, password: PASSWORD }),
  });
  assert.equal(answer.status, 200);
  return /=(gts_\w+)/.exec(answer.headers.get('set-cookie')!)![1]!;
}

async function statusOf(
  { url }: Server,
  secret: string,
  path = '/api/v1/account',
): Promise<number> {
  const cookie = `gridtide-session-${new URL(url).port}=${secret}`;
  const answer = await fetch(`${url}${path}`, { headers: { cookie } });
  await answer.arrayBuffer();
  return answer.status;
}

/** Asks until every server answers with a status. */
async function msUntil(
  servers: readonly Server[],
  secret: string,
  wanted: number,
  path?: string,
): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const statuses = await Promise.all(servers.map((server) => statusOf(server, secret, path)));
    if (statuses.every((status) => status === wanted)) return performance.now() - startedAt;
    assert.ok(performance.now() - startedAt < 2 * MOST_MS, `still ${statuses}`);
    await wait(50);
  }
}

const msUntilEnded = (servers: readonly Server[], secret: string): Promise<number> =>
  msUntil(servers, secret, 401);

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

  it(`signing out at one server ends the session at the other ${BOUND}`, async (t) => {
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

describe('a session on two servers in processes of their own', () => {
  /** Two servers of one store, with a session that both accept, and a way to run a command beside them. */
  async function openProcesses(t: TestContext) {
    const lifetime = lastFirst(t);
    const { url } = await makeServedStore(lifetime);
    const env = { STORE: url, FORECASTS: 'false', ANSWER_THREADS: '0' };
    const servers = [
      await ProductServer.start(lifetime, { env }),
      await ProductServer.start(lifetime, { env }),
    ];
    const secret = await signIn(servers[0]!);
    for (const server of servers) assert.equal(await statusOf(server, secret), 200);
    return { url, servers, secret };
  }

  it(`the command user disable ends a session at both ${BOUND}`, async (t) => {
    const { url, servers, secret } = await openProcesses(t);
    const command = new ProductProcess(['user', 'disable', USER], { STORE: url });
    const ended = command.ended.then(() => msUntilEnded(servers, secret));
    assert.deepEqual(await command.ended, [0, null], command.stderr);
    const ms = await ended;
    assert.ok(ms < MOST_MS, `${ms} ms`);
  });

  it(
    `the operator role is taken and given beside them, and both follow ${BOUND}`,
    LONG,
    async (t) => {
      const { url, servers, secret } = await openProcesses(t);
      const store = await openStore(url);
      t.after(() => store.close());
      const path = '/api/operator/users';
      for (const server of servers) assert.equal(await statusOf(server, secret, path), 200);
      for (const [isOperator, status] of [
        [false, 403],
        [true, 200],
      ] as const) {
        await setOperatorRole(store.accounts, USER, isOperator);
        const ms = await msUntil(servers, secret, status, path);
        assert.ok(ms < MOST_MS, `${ms} ms until ${status}`);
      }
    },
  );

  it(`a new password set beside them ends a session at both ${BOUND}`, LONG, async (t) => {
    const { url, servers, secret } = await openProcesses(t);
    const store = await openStore(url);
    await changePassword(store.accounts, USER, 'wind over the Kattegat');
    await store.close();
    const ms = await msUntilEnded(servers, secret);
    assert.ok(ms < MOST_MS, `${ms} ms`);
  });
});
