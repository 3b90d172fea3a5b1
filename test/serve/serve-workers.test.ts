// `serve --workers`: several real processes behind one port.

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { addKey } from '#accounts/api-keys';
import { ensurePlan } from '#accounts/plan-changes';
import { addUser } from '#accounts/users';
import { Connection, connectToEach } from '../../harness/connection.ts';
import { lastFirst, until } from '../../harness/lifetime.ts';
import { ProductServer } from '../../harness/product-server.ts';
import { makeServedStore, PASSWORD, type ServedStore, USER } from './served-store.ts';

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

/** The sum of a counter over lines with all of some labels. */
function countOf(metrics: string, name: string, ...labels: string[]): number {
  return metrics
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

const LIMIT = 40;

suite('a server of two workers', { timeout: 300_000 }, () => {
  let server: ProductServer;
  let store: ServedStore;
  let limitedKey: string;
  const whole = lastFirst({ after });
  before(async () => {
    store = await makeServedStore(whole, async ({ accounts }) => {
      await ensurePlan(accounts, { name: 'small', patterns: ['*'], requestsPerMinute: LIMIT });
      const draft = { name: 'otto', password: PASSWORD, planName: 'small' };
      const user = await addUser(accounts, draft, Date.now());
      limitedKey = await addKey(accounts, user, 'reader', Date.now());
    });
    const argv = ['--store', store.url, '--workers', '2'];
    server = await ProductServer.start(whole, {
      args: argv,
      env: { LOG_LEVEL: 'info', ...{ FORECASTS: 'true' } },
    });
  });

  test('both workers answer, and either shows the figures of both', async (t) => {
    assert.equal(server.stdout.match(/serves http/g)?.length, 1);
    assert.match(server.stdout, /\n {2}workers {4}2\n/);
    const [first, second] = await connectToEach(t, server, 2);
    const route = 'route="/api/v1/account"';
    for (let i = 0; i < 30; i++) {
      const asked = i % 3 === 0 ? first! : second!;
      assert.equal(
        (await asked.ask('/api/v1/account', { headers: bearer(store.key) })).status,
        200,
      );
    }
    const count200 = (text: string) =>
      countOf(text, 'gridtide_http_requests_total', route, 'status="200"');
    // A busy machine may keep a worker from telling its figures within their second.
    await until(async () => count200((await first!.ask('/metrics')).text) === 30 || undefined);
    for (const connection of [first!, second!, first!]) {
      const { text, headers } = await connection.ask('/metrics');
      assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
      assert.equal(count200(text), 30);
      assert.equal(countOf(text, 'gridtide_http_request_seconds_count', route), 30);
      assert.equal(countOf(text, 'gridtide_http_request_seconds_bucket', route, 'le="+Inf"'), 30);
      for (const worker of ['1', '2']) {
        assert.match(
          text,
          new RegExp(`^process_resident_memory_bytes\\{.*worker="${worker}"`, 'm'),
        );
        assert.match(text, new RegExp(`^gridtide_cache_bytes\\{.*worker="${worker}"`, 'm'));
      }
      assert.equal(text.match(/^nodejs_version_info/gm)?.length, 1);
    }
    const workers = new Set(server.lines.map(({ worker }) => worker));
    assert.deepEqual([...workers].sort(), [1, 2]);
    assert.notEqual(server.pidOf(1), server.pidOf(2));
  });

  test('a killed worker loses only its own connections, and is soon replaced', async (t) => {
    const [one, two] = await connectToEach(t, server, 2);
    const before = countOf((await one!.ask('/metrics')).text, 'gridtide_http_requests_total');
    const connections = [one!, two!, ...Array.from({ length: 6 }, () => new Connection(server))];
    const broken: string[] = [];
    const asked = new Set<string>();
    let isOver = false;
    const load = connections.map(async (connection) => {
      let by = '';
      while (!isOver) {
        try {
          const answer = await connection.ask('/api/v1/account', { headers: bearer(store.key) });
          assert.equal(answer.status, 200);
          asked.add((by = answer.by));
        } catch (error) {
          assert.notEqual((error as Error).name, 'AssertionError', String(error));
          broken.push(by);
        }
      }
      connection.close();
    });
    await wait(300);
    const killed = server.pidOf(2)!;
    process.kill(killed, 'SIGKILL');
    await until(() => server.lines.some(({ msg }) => msg === 'a worker is back') || undefined);
    const [again] = await connectToEach(t, server, 2);
    isOver = true;
    await Promise.all(load);
    // Each connection had at most one request under way, and all that broke were of one process.
    assert.ok(broken.length > 0 && broken.length < connections.length);
    // A connection that broke before its first answer does not know its process.
    assert.equal(new Set(broken.filter((by) => by !== '')).size, 1);
    assert.ok(asked.size >= 2);
    assert.notEqual(server.pidOf(2), killed);
    const lost = server.lines.find(({ msg }) => msg === 'a worker ended and is started again');
    assert.deepEqual([lost?.worker, lost?.how, lost?.pauseMs], [2, 'by SIGKILL', 250]);
    // The counts of its last answer are kept.
    const after = countOf((await again!.ask('/metrics')).text, 'gridtide_http_requests_total');
    assert.ok(after > before);
  });

  test('a client that connects while a worker dies gets an answer or an error, and does not wait', async () => {
    let isOver = false;
    const clients = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const connection = new Connection(server);
        await connection.ask('/healthz').catch((error: Error) => {
          assert.notEqual(error.name, 'AbortError', 'the connection was never answered');
        });
        connection.close();
      }
    });
    await wait(100);
    const killed = server.pidOf(2)!;
    process.kill(killed, 'SIGKILL');
    await until(() => server.pidOf(2) !== killed || undefined);
    isOver = true;
    await Promise.all(clients);
  });

  test('a sign-out at one worker is known at the other within five seconds', async (t) => {
    const [one, two] = await connectToEach(t, server, 2);
    const body = { username: USER, password: PASSWORD };
    const token = JSON.parse((await one!.ask('/api/v1/auth', { method: 'POST', body })).text);
    const look = async (at: Connection): Promise<number> =>
      (await at.ask('/api/v1/account', { headers: bearer(token) })).status;
    for (let i = 0; i < 3; i++) assert.deepEqual([await look(one!), await look(two!)], [200, 200]);
    const logout = { method: 'POST', headers: bearer(token), body: {} };
    assert.equal((await one!.ask('/api/user/logout', logout)).status, 200);
    assert.equal(await look(one!), 401);
    await wait(5_000);
    assert.equal(await look(two!), 401);
  });

  test('the limit of a plan holds across workers', async (t) => {
    const connections = await connectToEach(t, server, 2);
    const statuses: number[] = [];
    for (let i = 0; i < 2 * LIMIT; i++) {
      const headers = bearer(limitedKey);
      const { status } = await connections[i % 2]!.ask('/api/v1/account', { headers });
      statuses.push(status);
    }
    const allowed = statuses.filter((status) => status === 200).length;
    assert.ok(allowed <= LIMIT && allowed > LIMIT / 2, `${allowed} of ${LIMIT} were let through`);
    assert.deepEqual([...new Set(statuses)], [200, 429]);
  });

  test('one worker does what is due, and another when that one has died', async () => {
    const made = () => server.lines.filter(({ msg }) => msg === 'forecasts made');
    await until(() => made().length === 2 || undefined);
    assert.deepEqual(new Set(made().map(({ worker }) => worker)), new Set([1]));
    const database = new DatabaseSync(store.url.slice('sqlite:'.length));
    database.exec('DELETE FROM job');
    database.close();
    process.kill(server.pidOf(1)!, 'SIGKILL');
    await until(() => made().length === 4 || undefined);
    assert.deepEqual(
      new Set(
        made()
          .slice(2)
          .map(({ worker }) => worker),
      ),
      new Set([2]),
    );
  });
});
