// A real server under load while its PostgreSQL is shut down, crashes and hangs, again and again. OUTAGES
// says how often: 4 unless told. From 20 on, the two seconds that docs/explanation/scaling promises are asserted too.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openStore } from '#store/open/open-store';
import { OutageLoad } from '../../../harness/outage/outage-load.ts';
import { FIRST_WRITTEN, fillMarket, HOURS } from '../../../harness/outage/outage-market.ts';
import { TestServer } from '../../../harness/postgres/test-server.ts';

const OUTAGES = Number(process.env.OUTAGES ?? 4);
const isFull = OUTAGES >= 20;
const BOUND_MS = isFull ? 2_000 : 10_000;
const READERS = 6;
const CONNECTIONS = 6;

const MAIN = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));

const postgres = await TestServer.start();
after(() => postgres.close());

interface Server {
  readonly child: ChildProcess;
  readonly url: string;
  /** All it said so far. */
  output(): string;
}

async function serve(): Promise<Server> {
  const child = spawn(process.execPath, ['-C', 'source', MAIN, 'serve', '--port', '0'], {
    env: {
      ...process.env,
      STORE: postgres.url(),
      STORE_CONNECTIONS: String(CONNECTIONS),
      ANSWER_THREADS: '1',
      FORECASTS: 'false',
      // Answers that are kept would hide what the store says.
      CACHE_MB: '0',
      LOG_LEVEL: 'error',
    },
  });
  after(() => child.kill('SIGKILL'));
  let output = '';
  child.stderr.on('data', (piece) => (output += piece));
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (piece) => {
      output += piece;
      const match = /serves .*?(http:\/\/localhost:\d+)/.exec(output);
      if (match) resolve(match[1]!);
    });
    child.once('exit', () => reject(new Error(`the server ended: ${output}`)));
  });
  return { child, url: await url, output: () => output };
}

const KINDS = [
  { stop: () => postgres.stop('fast'), start: () => postgres.start(), lastsMs: 600 },
  { stop: () => postgres.stop('immediate'), start: () => postgres.start(), lastsMs: 600 },
  // Longer than anybody waits for an answer.
  { stop: () => postgres.pause(), start: () => postgres.resume(), lastsMs: 2_500 },
] as const;

it(`through ${OUTAGES} outages of its store a server under load says 200 or 503, and nothing wrong`, async (t) => {
  const market = await fillMarket(postgres.url());
  const server = await serve();
  const load = new OutageLoad(server.url, market);
  await load.begin(READERS);
  await sleep(500);
  let worstReturnMs = 0;
  for (let i = 0; i < OUTAGES; i++) {
    const { stop, start, lastsMs } = KINDS[i % KINDS.length]!;
    await stop();
    await sleep(lastsMs);
    await start();
    const back = performance.now();
    worstReturnMs = Math.max(worstReturnMs, await load.servedAgainMs(back, 30_000));
    await sleep(500);
  }
  await load.end();
  t.diagnostic(
    `answers ${JSON.stringify(Object.fromEntries(load.statuses))}, ${load.written} writes acknowledged, ${load.unknownWrites} unknown; slowest 503 ${Math.round(load.worst503Ms)} ms, slowest return ${Math.round(worstReturnMs)} ms`,
  );
  assert.deepEqual(load.faults, []);
  assert.deepEqual([...load.statuses.keys()].sort(), ['200', '503']);
  assert.ok(load.worst503Ms < BOUND_MS, `a 503 took ${load.worst503Ms} ms`);
  assert.ok(worstReturnMs < BOUND_MS, `the return took ${worstReturnMs} ms`);

  await t.test('every acknowledged write is stored, once', () => checkWritten(load.written));
  await t.test('no connection was left behind', checkConnections);
  await t.test('the server ends as it is told to, and has said nothing of a password', async () => {
    server.child.kill('SIGTERM');
    const [code] = await once(server.child, 'exit');
    assert.equal(code, 0);
    assert.ok(!server.output().includes(postgres.password));
    assert.doesNotMatch(server.output(), /uncaught|unhandled/i);
  });
});

async function checkWritten(count: number): Promise<void> {
  assert.ok(count > OUTAGES);
  const store = await openStore(postgres.url());
  const { key } = (await store.findSeries('written'))!;
  const first = HOURS.indexOf(FIRST_WRITTEN);
  const values = await store.readValues(key, { start: first, end: first + count });
  assert.deepEqual(
    Array.from(values),
    Array.from({ length: count }, (_, hour) => hour),
  );
  await store.close();
  const client = new pg.Client(postgres.url());
  await client.connect();
  const { rows } = await client.query(
    `SELECT count(*)::int AS entries FROM journal WHERE kind = 'values'`,
  );
  await client.end();
  // The last may have been stored without having been acknowledged before the load ended.
  const { entries } = rows[0];
  assert.ok(entries === count || entries === count + 1, `${entries} entries of ${count} writes`);
}

async function checkConnections(): Promise<void> {
  const client = new pg.Client(postgres.url());
  await client.connect();
  // The process and its thread: connections, and one each to look whether the server is there.
  const most = CONNECTIONS + 1 + 3 + 1;
  const ask = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'gridtide'`;
  let n = (await client.query(ask)).rows[0].n;
  for (let tries = 0; n > most && tries < 200; tries++) {
    await sleep(25);
    n = (await client.query(ask)).rows[0].n;
  }
  await client.end();
  assert.ok(n <= most, `${n} connections`);
}
