// A client that sends thousands of requests before it reads an answer, over real connections.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { MOST_IN_ALL, PipelinedRequests } from '#http/front/pipelined-requests';
import { openSocket } from '../../../harness/http/raw-connection.ts';

/** Sixteen, and as many as one piece of 1 kB holds more. */
const MOST_TAKEN = 16 + Math.ceil(1_024 / 27) + 1;
const REQUEST = (i: number): string => `GET /${i} HTTP/1.1\r\nHost: a\r\n\r\n`;

async function openServer(t: TestContext, mostInAll?: number) {
  const state = { seen: 0, answered: 0, mostWaiting: 0, refused: 0, isOpen: true };
  const pipelined = new PipelinedRequests(() => state.refused++, mostInAll);
  const queue: (() => void)[] = [];
  const answer = (path: string, response: ServerResponse): void => {
    const send = (): void => {
      state.answered++;
      response.end(path);
    };
    if (state.isOpen) send();
    else queue.push(send);
  };
  const server = createServer((request, response) => {
    if (request.headers.authorization) pipelined.trust(request.socket);
    state.seen++;
    state.mostWaiting = Math.max(state.mostWaiting, state.seen - state.answered);
    if (response.socket === null)
      pipelined.wait(request, response, () => answer(request.url!, response));
    else answer(request.url!, response);
  });
  server.on('connection', (socket) => pipelined.watch(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const open = (): void => {
    state.isOpen = true;
    for (const send of queue.splice(0)) send();
  };
  return { port: (server.address() as AddressInfo).port, state, open };
}

describe('pipelined requests', () => {
  it('a server takes some dozens of requests of a connection while answers wait, and answers all in order', async (t) => {
    const { port, state, open } = await openServer(t);
    state.isOpen = false;
    const count = 20_000;
    const socket = await openSocket(port);
    t.after(() => socket.destroy());
    let said = '';
    socket.on('data', (piece) => {
      said += piece;
    });
    socket.write(Array.from({ length: count }, (_, i) => REQUEST(i)).join(''));
    for (let before = -1; before !== state.seen || state.seen === 0; await wait(100))
      before = state.seen;
    assert.ok(state.seen <= MOST_TAKEN, `${state.seen} requests were taken`);
    open();
    while (state.answered < count) await wait(10);
    while (!said.includes(`/${count - 1}`)) await wait(10);
    const bodies = [...said.matchAll(/\r\n\r\n\/(\d+)/g)].map(([, i]) => Number(i));
    assert.deepEqual(
      bodies,
      Array.from({ length: count }, (_, i) => i),
    );
    assert.ok(state.mostWaiting <= MOST_TAKEN, `${state.mostWaiting} waited`);
    assert.equal(state.refused, 0);
  });

  it('a caller’s connection is read by Node itself until requests are sent ahead, and all are answered in order', async (t) => {
    const { port, state } = await openServer(t);
    const count = 20_000;
    const socket = await openSocket(port);
    t.after(() => socket.destroy());
    let said = '';
    socket.on('data', (piece) => {
      said += piece;
    });
    for (let i = 0; i < 5; i++) {
      socket.write(REQUEST(i).replace('Host', 'Authorization: a\r\nHost'));
      while (!said.endsWith(`\r\n\r\n/${i}`)) await wait(1);
    }
    socket.write(Array.from({ length: count }, (_, i) => REQUEST(i + 5)).join(''));
    while (!said.endsWith(`\r\n\r\n/${count + 4}`)) await wait(10);
    const bodies = [...said.matchAll(/\r\n\r\n\/(\d+)/g)].map(([, i]) => Number(i));
    assert.deepEqual(
      bodies,
      Array.from({ length: count + 5 }, (_, i) => i),
    );
    assert.equal(state.refused, 0);
  });

  it('a caller who sends requests ahead has at most one read of 64 kB of them waiting', async (t) => {
    const { port, state, open } = await openServer(t);
    const socket = await openSocket(port);
    t.after(() => socket.destroy());
    let said = '';
    socket.on('data', (piece) => {
      said += piece;
    });
    socket.write(REQUEST(0).replace('Host', 'Authorization: a\r\nHost'));
    while (!said.endsWith('/0')) await wait(1);
    state.isOpen = false;
    socket.write(Array.from({ length: 20_000 }, (_, i) => REQUEST(i + 1)).join(''));
    for (let before = -1; before !== state.seen; await wait(100)) before = state.seen;
    const most = Math.ceil(65_536 / REQUEST(0).length) + MOST_TAKEN;
    assert.ok(state.seen <= most, `${state.seen} requests were taken`);
    open();
    while (!said.endsWith('/20000')) await wait(10);
  });

  it('if as many wait as may wait in all, connections with sixteen are ended', async (t) => {
    assert.equal(MOST_IN_ALL, 10_000);
    const { port, state, open } = await openServer(t, 500);
    state.isOpen = false;
    const sockets = await Promise.all(Array.from({ length: 50 }, () => openSocket(port)));
    t.after(() => sockets.forEach((socket) => void socket.destroy()));
    for (const socket of sockets) {
      socket.resume();
      socket.write(Array.from({ length: 1_000 }, (_, i) => REQUEST(i)).join(''));
    }
    while (state.refused < 10) await wait(10);
    const modest = await openSocket(port);
    t.after(() => modest.destroy());
    let said = '';
    modest.on('data', (piece) => {
      said += piece;
    });
    modest.write(Array.from({ length: 10 }, (_, i) => REQUEST(i)).join(''));
    await wait(100);
    assert.ok(!modest.destroyed);
    open();
    while (!said.includes('/9')) await wait(10);
    // A connection has at most twenty that wait, so 25 of them stay within the 500.
    assert.ok(state.refused < 30, `${state.refused} connections were ended`);
    assert.ok(sockets.some((socket) => !socket.destroyed));
  });
});
