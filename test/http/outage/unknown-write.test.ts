// A write whose outcome nobody knows: the answer says so, and sending it again under the same
// Idempotency-Key stores it once.

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
import { TestServer } from '../../../harness/postgres/test-server.ts';

const postgres = await TestServer.start();
const market = await fillMarket(postgres.url());
const way = await BreakableProxy.start(postgres.url());
const settings = { PORT: '0', ANSWER_THREADS: '0', FORECASTS: 'false', STORE: way.url };
const app = await startApp(readConfig(settings), {
  isDemo: false,
  logger: pino({ level: 'silent' }),
});
const direct = new pg.Client(postgres.url());
await direct.connect();
after(async () => {
  way.unblock();
  await app.close();
  await way.close();
  await direct.end();
  await postgres.close();
});

afterEach(() => way.unblock());

const ask = (what: Ask): Promise<Answer> => send(app.url, market, what);

async function untilReady(): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if ((await ask({ method: 'GET', path: '/readyz' })).status === 200) return;
    await sleep(20);
  }
  assert.fail('the server did not become ready again');
}

/** Journal entries of values so far. */
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

/** Ends whoever waits for a lock: their connection is lost in the middle of a statement. */
async function endWaiting(table: string, work: () => Promise<Answer>): Promise<Answer> {
  await direct.query(`BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE`);
  const answer = work();
  const end = `SELECT count(pg_terminate_backend(pid))::int AS ended
    FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
  for (let tries = 0, ended = 0; ended === 0 && tries < 400; tries++) {
    await sleep(5);
    ended = (await direct.query(end)).rows[0].ended;
  }
  try {
    return await answer;
  } finally {
    await direct.query('ROLLBACK');
  }
}

describe('a write whose connection is lost at the last moment', () => {
  it('stored, and nobody can ask: unknown; sent again it gets the first one’s answer', async () => {
    const before = await countEntries();
    way.breakAtCommit('lose the answer', true);
    const lost = await ask(writeHour(1, 'one'));
    isRefused(lost, 'write_unknown');
    assert.match(JSON.parse(lost.text).detail, /may be stored or not.*Idempotency-Key/);
    assert.equal(await countEntries(), before + 1);
    way.unblock();
    await untilReady();
    const again = await ask(writeHour(1, 'one'));
    assert.equal(again.status, 200);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.equal(JSON.parse(again.text).new, 1);
    assert.equal(await countEntries(), before + 1);
    assert.equal(await readHour(1), 1);
  });

  it('not stored, and nobody can ask: unknown; sent again it is stored', async () => {
    const before = await countEntries();
    way.breakAtCommit('lose the question', true);
    isRefused(await ask(writeHour(2, 'two')), 'write_unknown');
    way.unblock();
    await untilReady();
    const again = await ask(writeHour(2, 'two'));
    assert.equal(again.status, 200);
    assert.equal(again.headers.get('idempotency-replayed'), null);
    assert.equal(await countEntries(), before + 1);
    assert.equal(await readHour(2), 2);
  });

  it('stored, and the store can be asked: acknowledged', async () => {
    const before = await countEntries();
    way.breakAtCommit('lose the answer');
    const answer = await ask(writeHour(3, 'three'));
    assert.equal(answer.status, 200, answer.text);
    assert.equal(JSON.parse(answer.text).new, 1);
    const again = await ask(writeHour(3, 'three'));
    assert.equal(again.text, answer.text);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.equal(await countEntries(), before + 1);
  });

  it('not stored, and the store can be asked: refused, and sent again stored', async () => {
    const before = await countEntries();
    way.breakAtCommit('lose the question');
    isRefused(await ask(writeHour(4, 'four')), 'store_unavailable');
    assert.equal(await countEntries(), before);
    assert.equal((await ask(writeHour(4, 'four'))).status, 200);
    assert.equal(await countEntries(), before + 1);
    assert.equal(await readHour(4), 4);
  });

  it('of an account, before its commit: nothing of it is stored', async () => {
    const add: Ask = { method: 'POST', path: '/api/v1/account/keys', body: { name: 'n' } };
    isRefused(
      await endWaiting('credential', () => ask({ ...add, as: 'key' })),
      'store_unavailable',
    );
    await untilReady();
    assert.equal((await ask({ ...add, as: 'key' })).status, 200);
  });
});

describe('a read whose connection is lost', () => {
  it('while its request was being counted asks to come back, and speaks of no write', async () => {
    const units: Ask = { method: 'GET', path: '/api/v1/metadata/units' };
    isRefused(await endWaiting('rate_window', () => ask(units)), 'store_unavailable');
    await untilReady();
    assert.equal((await ask(units)).status, 200);
  });
});
