// A server whose PostgreSQL goes away: it says so on every path, lives, and goes on when it is back.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig } from '#config';
import { startApp } from '#serve/app';
import {
  type Answer,
  type Ask,
  fillMarket,
  READS,
  send,
  writeHour,
} from '../../../harness/outage/outage-market.ts';
import { TestServer } from '../../../harness/postgres/test-server.ts';

const postgres = await TestServer.start();
const market = await fillMarket(postgres.url());
const lines: string[] = [];
const settings = { PORT: '0', ANSWER_THREADS: '1', STORE: postgres.url() };
const app = await startApp(readConfig(settings), {
  isDemo: false,
  logger: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }),
});
after(async () => {
  await app.close();
  await postgres.close();
});

const ask = (what: Ask): Promise<Answer> => send(app.url, market, what);
const get = (path: string): Promise<Answer> => ask({ method: 'GET', path });
const GRANT_REMEMBERED_MS = 2_100;

const WRITES: readonly Ask[] = [
  writeHour(0, 'outage-0'),
  { method: 'PUT', path: '/api/operator/series/dehrprice', body: {}, as: 'operatorKey' },
  { method: 'POST', path: '/api/v1/account/keys', body: { name: 'new' }, as: 'key' },
  { method: 'POST', path: '/api/user/logout', body: {}, as: 'key' },
];

async function untilReady(): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if ((await get('/readyz')).status === 200) return;
    await sleep(20);
  }
  assert.fail('the server did not become ready again');
}

const metricOf = async (name: string): Promise<number> => {
  const { text } = await get('/metrics');
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
};

describe('with its store', () => {
  for (const read of READS) {
    it(`${read.method} ${read.path} answers`, async () => {
      const { status, text } = await ask(read);
      assert.equal(status, 200, text);
    });
  }

  it('the figures say that the store is there', async () => {
    assert.equal(await metricOf('gridtide_store_up'), 1);
  });
});

for (const [name, stop, start] of [
  ['is shut down', () => postgres.stop('fast'), () => postgres.start()],
  ['crashed', () => postgres.stop('immediate'), () => postgres.start()],
  ['hangs', () => postgres.pause(), () => postgres.resume()],
] as const) {
  describe(`while its store ${name}`, () => {
    it('the server is alive, not ready, and each path asks to come back soon', async (t) => {
      t.after(start);
      await stop();
      await sleep(GRANT_REMEMBERED_MS);
      const answers = await Promise.all([...READS, ...WRITES].map(ask));
      for (const [i, { status, headers, text }] of answers.entries()) {
        const { method, path } = [...READS, ...WRITES][i]!;
        assert.equal(status, 503, `${method} ${path}: ${text}`);
        assert.match(headers.get('retry-after')!, /^\d+$/);
        assert.equal(JSON.parse(text).code, 'store_unavailable');
      }
      assert.equal((await get('/healthz')).status, 200);
      assert.equal((await get('/openapi.json')).status, 200);
      assert.equal(await metricOf('gridtide_store_up'), 0);
    });

    it('and when it is back, each path answers again', async () => {
      await untilReady();
      for (const read of READS) {
        const { status, text } = await ask(read);
        assert.equal(status, 200, `${read.method} ${read.path}: ${text}`);
      }
      const { openConnections, idleConnections } = app.store.state!();
      // One has the locks of jobs.
      assert.ok(openConnections - idleConnections <= 1);
    });
  });
}

describe('the log of an outage', () => {
  it('says what happened, and neither address nor password', () => {
    const text = lines.join('');
    assert.match(text, /"msg":"store_unavailable"/);
    assert.ok(!text.includes(postgres.password));
    assert.ok(!text.includes('postgres://'));
  });
});
