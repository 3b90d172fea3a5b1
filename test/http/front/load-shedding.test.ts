// More requests than the server can answer, over real connections.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { exchange, listen, openSocket } from '../../../harness/http/raw-connection.ts';
import { HttpConnection } from '../../../harness/load/http-connection.ts';
import { type Answer, World } from '../../../harness/world/world.ts';
import { assertRefused } from '../request/assert-refused.ts';

const WORK_MS = 20;
const NEVER_CHANGED = new Int32Array(new SharedArrayBuffer(4));
/** Four times as many as the server can answer. */
const COMING = 20;
const EVERY_MS = 100;
/** A server refuses none before the first in line has waited this long. */
const BURST_MS = 500;

const world = await World.open(
  { after },
  {
    now: '2024-05-17T10:00:00Z',
    extend: (app) => {
      const route = { config: { access: 'public' }, schema: { hide: true } as object } as const;
      app.all('/work', {
        ...route,
        handler: async () => {
          // Occupies the server as work does, and leaves the core to other tests.
          Atomics.wait(NEVER_CHANGED, 0, 0, WORK_MS);
          return { done: true };
        },
      });
    },
  },
);
await world.load({ code: 'dehrprice', from: '2024-05-17T10:00:00Z', values: [1, 2, 3] });
const port = await listen(world.app);

async function ask(path: string, method = 'GET', lines = ''): Promise<Answer> {
  const answer = await exchange(port, `${method} ${path} HTTP/1.1\r\nHost: a\r\n${lines}\r\n`);
  return answer!;
}

/** Sends ever more requests until one is refused. */
async function overload(method = 'GET'): Promise<Promise<Answer>[]> {
  const asked: Promise<Answer>[] = [];
  let isRefused = false;
  while (!isRefused) {
    for (let i = 0; i < COMING; i++) {
      const answer = ask('/work', method);
      asked.push(answer);
      void answer.then(({ status }) => {
        isRefused ||= status === 503;
      });
    }
    await wait(EVERY_MS);
  }
  return asked;
}

async function countShed(): Promise<number> {
  const { text } = await world.get('/metrics', null);
  return Number(/^gridtide_http_requests_shed_total(?:\{.*\})? (\d+)$/m.exec(text)![1]);
}

describe('a server', () => {
  it('a server answers two hundred requests that arrive at once, and refuses none before one has waited half a second', async () => {
    const token = await world.token();
    const lines = `Authorization: Bearer ${token}\r\n`;
    const askPrice = () => ask('/api/v1/series/dehrprice', 'GET', lines);
    assert.equal((await askPrice()).status, 200);
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 200 }, askPrice));
    const tookMs = performance.now() - startedAt;
    const allowed = tookMs < BURST_MS ? [200] : [200, 503];
    const statuses = answers.map(({ status }) => status);
    assert.deepEqual(
      statuses.filter((status) => !allowed.includes(status)),
      [],
    );
    assert.equal(await countShed(), statuses.filter((status) => status === 503).length);
  });

  it('an overloaded server refuses the newest requests with 503, and none when the overload is over', async () => {
    const shedBefore = await countShed();
    const asked = await overload('POST');
    const probes = await Promise.all(['/healthz', '/readyz'].map((path) => ask(path)));
    assert.deepEqual(
      probes.map(({ status }) => status),
      [200, 200],
    );
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status === 503);
    const answered = answers.filter(({ status }) => status === 200);
    assert.equal(answered.length + refused.length, answers.length);
    // The first requests are served.
    assert.ok(answers.slice(0, COMING).every(({ status }) => status === 200));
    for (const answer of refused) {
      assertRefused(answer, 503, 'server_busy');
      assert.equal(answer.headers['retry-after'], '1');
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    }
    assert.equal((await countShed()) - shedBefore, refused.length);
    assert.equal((await ask('/work')).status, 200);
  });

  it('a connection goes on after a request on it was refused', async () => {
    const asked = await overload('POST');
    const head = 'Host: a\r\nContent-Type: application/json\r\n';
    const text = '{"a":1}';
    const body = `POST /work HTTP/1.1\r\n${head}Content-Length: ${text.length}\r\n\r\n${text}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => exchangeTwice(body, `GET /healthz HTTP/1.1\r\n${head}\r\n`)),
    );
    assert.ok(answers.some(([first]) => first === 503));
    assert.ok(answers.every(([, second]) => second === 200));
    await Promise.all(asked);
  });

  it('an overloaded server answers callers with a token before strangers', async () => {
    const asked = await overload();
    const lines = `Authorization: Bearer ${await world.token()}\r\n`;
    assert.equal((await ask('/api/v1/series/dehrprice', 'GET', lines)).status, 200);
    const isWaiting = await Promise.race([Promise.all(asked).then(() => false), wait(0, true)]);
    assert.ok(isWaiting, 'strangers who came before still wait');
    await Promise.all(asked);
  });

  it('a server answers pipelined requests in order', async () => {
    const paths = Array.from({ length: 40 }, (_, i) => `/nowhere/${i}`);
    const socket = await openSocket(port);
    const pieces: Buffer[] = [];
    const last = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const ahead = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    socket.write(ahead.join('') + last);
    for await (const piece of socket) pieces.push(piece as Buffer);
    const said = Buffer.concat(pieces).toString();
    assert.deepEqual(
      [...said.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status),
      [...paths.map(() => '404'), '200'],
    );
  });
});

/** The statuses of two requests, one after the other on one connection. */
async function exchangeTwice(first: string, second: string): Promise<number[]> {
  const connection = await HttpConnection.open(port);
  const statuses: number[] = [];
  for (const request of [first, second])
    statuses.push((await connection.ask(Buffer.from(request))).status);
  connection.close();
  return statuses;
}
