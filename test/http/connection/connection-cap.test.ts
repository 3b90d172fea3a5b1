import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '#config';
import { capConnections } from '#http/connection/connection-cap';
import { listen, openSocket } from '../../../harness/http/raw-connection.ts';
import { World } from '../../../harness/world/world.ts';

describe('connections', () => {
  it('connections beyond the cap are closed at once, and the log says so once a minute', async (t) => {
    const logged: string[] = [];
    const server = createServer((socket) => socket.resume());
    capConnections(server, 3, pino({}, { write: (line) => void logged.push(line) }));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => void server.close());
    const { port } = server.address() as { port: number };
    const open: Socket[] = [];
    t.after(() => open.forEach((socket) => void socket.destroy()));
    for (let i = 0; i < 3; i++) open.push(await openSocket(port));
    for (let i = 0; i < 4; i++) {
      const socket = await openSocket(port);
      socket.on('error', () => {});
      socket.resume();
      await once(socket, 'close');
    }
    assert.ok(open.every((socket) => !socket.destroyed));
    assert.equal(logged.length, 1);
    assert.deepEqual(JSON.parse(logged[0]!).most, 3);

    const gone = open.pop()!;
    gone.destroy();
    // The server notices the end a moment later.
    for (let isIn = false; !isIn; ) {
      const socket = await openSocket(port);
      socket.on('error', () => {});
      socket.resume();
      const closed = once(socket, 'close').then(() => true);
      const isClosed = await Promise.race([
        closed,
        new Promise<false>((resolve) => void setTimeout(resolve, 200, false)),
      ]);
      isIn = !isClosed;
      open.push(socket);
    }
  });

  it('a process takes 5,000 connections unless the operator says otherwise', async (t) => {
    const world = await World.open(t, { now: '2024-05-17T10:00:00Z' });
    await listen(world.app);
    assert.equal(world.app.server.maxConnections, 5_000);
    assert.equal(readConfig({}).maxConnections, 5_000);
    assert.equal(readConfig({ MAX_CONNECTIONS: '20' }).maxConnections, 20);
    assert.throws(() => readConfig({ MAX_CONNECTIONS: '0' }), /MAX_CONNECTIONS must be a whole/);
  });
});
