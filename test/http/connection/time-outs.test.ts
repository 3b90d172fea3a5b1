// Clients that are slow on purpose: they lose their connection, and other clients do not notice.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { STALLED_MS } from '#http/connection/slow-clients';
import { awaitAnswer, exchange, listen, openSocket } from '../../../harness/http/raw-connection.ts';
import { readAnswer } from '../../../harness/http/read-answer.ts';
import { until } from '../../../harness/lifetime.ts';
import { World } from '../../../harness/world/world.ts';

const DRIP_MS = 200;
/** More than the system buffers while the client does not read. */
const HUGE = Buffer.alloc(64 * 1024 * 1024, 'x');

const world = await World.open(
  { after },
  {
    now: '2024-05-17T10:00:00Z',
    extend: (app) => {
      const route = { config: { access: 'public' }, schema: { hide: true } as object } as const;
      app.get('/huge', { ...route, handler: async (_request, reply) => reply.send(HUGE) });
      app.get('/thoughtful', {
        ...route,
        handler: async () => {
          await wait(STALLED_MS + 2_000);
          return { thought: true };
        },
      });
    },
  },
);
const port = await listen(world.app);
/** The server's ends of the connections, by the client's port. */
const ends = new Map<number | undefined, Socket>();
world.app.server.on('connection', (socket: Socket) => ends.set(socket.remotePort, socket));
const GET = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** Sends a byte now and then until the server ends the connection; returns all that it sent. */
async function drip(socket: Socket, text: string): Promise<Buffer> {
  const said: Buffer[] = [];
  socket.on('data', (piece: Buffer) => said.push(piece));
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  let isOpen = true;
  void closed.then(() => {
    isOpen = false;
  });
  for (let i = 0; isOpen; i++) {
    if (socket.writable) socket.write(text[i % text.length]!);
    await wait(DRIP_MS);
  }
  return Buffer.concat(said);
}

function assertTimedOut(said: Buffer): void {
  const answer = readAnswer(said);
  assert.equal(answer?.status, 408);
  assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
  assert.equal(answer.body.code, 'request_malformed');
  assert.equal(answer.body.detail, 'the request did not arrive in time');
  assert.equal(answer.headers.connection, 'close');
}

describe('a slow client', { concurrency: true, timeout: 90_000 }, () => {
  it('a client that sends nothing is cut off', async () => {
    const socket = await openSocket(port);
    const said: Buffer[] = [];
    socket.on('data', (piece: Buffer) => said.push(piece));
    await once(socket, 'close');
    assertTimedOut(Buffer.concat(said));
  });

  it('a client that never finishes its headers is cut off, however steadily they come', async () => {
    const socket = await openSocket(port);
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: ');
    assertTimedOut(await drip(socket, 'a'));
  });

  it('a client that never finishes its body is cut off, however steadily it comes', async () => {
    const socket = await openSocket(port);
    socket.write(
      'POST /api/v1/auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n',
    );
    assertTimedOut(await drip(socket, ' '));
  });

  it('a client that keeps its half of the connection open is cut off all the same', async () => {
    const socket = await openSocket(port, { allowHalfOpen: true });
    socket.resume();
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: ');
    await once(await until(() => ends.get(socket.localPort)), 'close');
    assert.equal(socket.writable, true, 'it had not hung up');
    socket.destroy();
  });

  it('a client that asks and does not read is cut off', async () => {
    const socket = await openSocket(port);
    socket.on('error', () => {});
    socket.pause().write(GET('/huge'));
    const ours = await until(() => ends.get(socket.localPort));
    await once(ours, 'close');
    assert.ok(ours.bytesWritten > 0, 'the answer had begun');
    assert.equal(ours.timeout, STALLED_MS);
    socket.destroy();
  });

  it('a client that waits for an answer that takes long to make gets it', async () => {
    const socket = await openSocket(port);
    socket.write(GET('/thoughtful'));
    assert.deepEqual((await awaitAnswer(socket))?.body, { thought: true });
    socket.destroy();
  });

  it('a client that is not slow is answered beside slow ones', async () => {
    for (let i = 0; i < 20; i++) {
      assert.equal((await exchange(port, GET('/healthz')))?.status, 200);
      await wait(100);
    }
  });
});

describe('the limits of a server', () => {
  it('a server allows five seconds for headers, ten for a request and six without a byte', () => {
    const { headersTimeout, requestTimeout, timeout } = world.app.server;
    assert.deepEqual([headersTimeout, requestTimeout, timeout], [5_000, 10_000, STALLED_MS]);
  });
});
