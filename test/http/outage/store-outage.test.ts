// A server whose PostgreSQL goes away says so on every path, lives, and goes on when it is back. Commands
// that start during the outage say so in one line and end.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig } from '#config';
import { startApp } from '#serve/app';
import { until } from '../../../harness/lifetime.ts';
import {
  type Answer,
  type Ask,
  fillMarket,
  READS,
  send,
  writeHour,
} from '../../../harness/outage/outage-market.ts';
import { outagesOf } from '../../../harness/outage/outages.ts';
import { TestServer } from '../../../harness/postgres/test-server.ts';
import { runProduct } from '../../../harness/product-process.ts';
import { untilReady } from './until-ready.ts';

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
  {
    method: 'POST',
    path: '/api/operator/users/trader/keys',
    body: { name: 'new' },
    as: 'operatorKey',
  },
  { method: 'POST', path: '/api/user/logout', body: {}, as: 'key' },
];

/** What a command says of each outage. */
const REASONS = {
  'is shut down': 'The store’s server is not running, or not at this address.',
  crashes: 'The store’s server is not running, or not at this address.',
  hangs: 'The store’s server does not answer.',
};
const COMMANDS = ['serve', 'user list'];

const metricOf = async (name: string): Promise<number> => {
  const { text } = await get('/metrics');
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
};

const connectionsInUse = (): number => {
  const { openConnections, idleConnections } = app.store.state!();
  return openConnections - idleConnections;
};

describe('a server with its store', () => {
  for (const read of READS) {
    it(`${read.method} ${read.path} answers while the store is up`, async () => {
      const { status, text } = await ask(read);
      assert.equal(status, 200, text);
    });
  }

  it('the metrics say that the store is up', async () => {
    assert.equal(await metricOf('gridtide_store_up'), 1);
  });
});

for (const { name, stop, start } of outagesOf(postgres)) {
  describe(`a server whose store ${name}`, () => {
    before(stop);
    after(start);

    it(`a server whose store ${name} is alive, not ready, and answers 503 on each path`, async () => {
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

    for (const command of COMMANDS) {
      it(`gridtide ${command} says that the store ${name}, and ends`, async () => {
        const { code, stdout, stderr } = await runProduct(command.split(' '), {
          env: { STORE: postgres.url(), PORT: '0' },
        });
        assert.equal(code, 1, stderr);
        assert.equal(stdout, '');
        assert.equal(stderr, `gridtide ${command}: ${REASONS[name]}\n`);
      });
    }

    it(`a server whose store ${name} answers on each path when the store is back`, async () => {
      await start();
      await untilReady(app.url);
      for (const read of READS) {
        // A thread for large answers has connections of its own, and may notice a moment later than the server.
        const { status, text } = await until(async () => {
          const answer = await ask(read);
          return answer.status === 503 ? undefined : answer;
        });
        assert.equal(status, 200, `${read.method} ${read.path}: ${text}`);
      }
      // One connection has the locks of jobs. A scheduled job may use another, but only for a moment.
      for (let tries = 0; connectionsInUse() > 1 && tries < 200; tries++) await sleep(10);
      assert.ok(connectionsInUse() <= 1, `${connectionsInUse()} connections are in use`);
    });
  });
}

describe('the log of an outage', () => {
  it('the log tells of the outage, and contains neither the store’s address nor its password', () => {
    const text = lines.join('');
    assert.match(text, /"msg":"store_unavailable"/);
    assert.ok(!text.includes(postgres.password));
    assert.ok(!text.includes('postgres://'));
  });
});
