// A write whose outcome is unknown: the answer says so, and the same write under the same Idempotency-Key is
// stored once.

import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { readConfig } from '#config';
import { startApp } from '#serve/app';
import {
  type Answer,
  type Ask,
  FIRST_WRITTEN,
  fillMarket,
  send,
  writeHour,
} from '../../../harness/outage/outage-market.ts';
import { BreakableProxy } from '../../../harness/postgres/breakable-proxy.ts';
import { makeDatabase } from '../../../harness/postgres/test-database.ts';
import { untilReady } from './until-ready.ts';

const database = await makeDatabase();
const market = await fillMarket(database.url);
const proxy = await BreakableProxy.start(database.url);
const settings = { PORT: '0', ANSWER_THREADS: '0', FORECASTS: 'false', STORE: proxy.url };
const app = await startApp(readConfig(settings), {
  isDemo: false,
  logger: pino({ level: 'silent' }),
});
const direct = new pg.Client(database.url);
await direct.connect();
after(async () => {
  proxy.unblock();
  await app.close();
  await proxy.close();
  await direct.end();
  await database.drop();
});

afterEach(() => proxy.unblock());

const ask = (what: Ask): Promise<Answer> => send(app.url, market, what);

/** The number of writes of values in the journal. */
async function countEntries(): Promise<number> {
  const { rows } = await direct.query(
    `SELECT count(*)::int AS n FROM journal WHERE kind = 'values'`,
  );
  return rows[0].n;
}

async function readHour(hour: number): Promise<number> {
  const at = new Date(FIRST_WRITTEN + hour * 3_600_000).toISOString();
  const path = `/api/v1/series/written?from=${at}&to=${at}`;
  const { text } = await ask({ method: 'GET', path, as: 'key' });
  return JSON.parse(text).data[0].value;
}

const isRefused = (answer: Answer, code: string): void => {
  assert.equal(answer.status, 503, answer.text);
  assert.equal(JSON.parse(answer.text).code, code);
  assert.match(answer.headers.get('retry-after')!, /^\d+$/);
};

const END_WAITING = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE wait_event_type = 'Lock' AND datname = current_database()`;

/**
 * Runs `work` while a table is locked, and ends its connection while it waits for the lock. The server itself may wait
 * there before, so that every connection that waits is ended until the answer has come.
 */
async function loseAtLock(table: string, work: () => Promise<Answer>): Promise<Answer> {
  await direct.query(`BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE`);
  let isAnswered = false;
  const answer = work().finally(() => (isAnswered = true));
  // Its failure is told when it is awaited below.
  answer.catch(() => {});
  try {
    while (!isAnswered) {
      await direct.query(END_WAITING);
      await sleep(5);
    }
    return await answer;
  } finally {
    await direct.query('ROLLBACK');
  }
}

describe('a write whose connection is lost at its COMMIT', () => {
  it('a stored write is called unknown if the store cannot be asked, and the repeated request gets its answer', async () => {
    const before = await countEntries();
    proxy.breakAtCommit('lose the answer', true);
    const lost = await ask(writeHour(1, 'one'));
    isRefused(lost, 'write_unknown');
    assert.match(JSON.parse(lost.text).detail, /may be stored or not.*Idempotency-Key/);
    assert.equal(await countEntries(), before + 1);
    proxy.unblock();
    await untilReady(app.url);
    const again = await ask(writeHour(1, 'one'));
    assert.equal(again.status, 200);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.equal(JSON.parse(again.text).new, 1);
    assert.equal(await countEntries(), before + 1);
    assert.equal(await readHour(1), 1);
  });

  it('a lost write is called unknown if the store cannot be asked, and the repeated request stores it', async () => {
    const before = await countEntries();
    proxy.breakAtCommit('lose the request', true);
    isRefused(await ask(writeHour(2, 'two')), 'write_unknown');
    proxy.unblock();
    await untilReady(app.url);
    const again = await ask(writeHour(2, 'two'));
    assert.equal(again.status, 200);
    assert.equal(again.headers.get('idempotency-replayed'), null);
    assert.equal(await countEntries(), before + 1);
    assert.equal(await readHour(2), 2);
  });

  it('a stored write is acknowledged if the store can be asked', async () => {
    const before = await countEntries();
    proxy.breakAtCommit('lose the answer');
    const answer = await ask(writeHour(3, 'three'));
    assert.equal(answer.status, 200, answer.text);
    assert.equal(JSON.parse(answer.text).new, 1);
    const again = await ask(writeHour(3, 'three'));
    assert.equal(again.text, answer.text);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.equal(await countEntries(), before + 1);
  });

  it('a lost write is refused if the store can be asked, and the repeated request stores it', async () => {
    const before = await countEntries();
    proxy.breakAtCommit('lose the request');
    isRefused(await ask(writeHour(4, 'four')), 'store_unavailable');
    assert.equal(await countEntries(), before);
    assert.equal((await ask(writeHour(4, 'four'))).status, 200);
    assert.equal(await countEntries(), before + 1);
    assert.equal(await readHour(4), 4);
  });

  it('a write of an account whose connection is lost before its COMMIT is refused, and nothing is stored', async () => {
    const path = '/api/operator/users/trader/keys';
    const add: Ask = { method: 'POST', path, body: { name: 'n' }, as: 'operatorKey' };
    isRefused(await loseAtLock('credential', () => ask(add)), 'store_unavailable');
    await untilReady(app.url);
    assert.equal((await ask(add)).status, 200);
  });
});

describe('a read whose connection is lost', () => {
  it('a read whose connection is lost while it is counted is refused as a read', async () => {
    const units: Ask = { method: 'GET', path: '/api/v1/metadata/units' };
    isRefused(await loseAtLock('rate_window', () => ask(units)), 'store_unavailable');
    await untilReady(app.url);
    assert.equal((await ask(units)).status, 200);
  });
});
