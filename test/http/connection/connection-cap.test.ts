import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '#config';
import { capConnections } from '#http/connection/connection-cap';
import { listen, openSocket } from '../../../harness/http/raw-exchange.ts';
import { World } from '../../../harness/world/world.ts';

describe('connections', () => {
  it('are as many as agreed; more are closed at once, and told in the log once a minute', async (t) => {
    const logged: string[] = [];
    const server = createServer((socket) => socket.resume());
    capConnections(server, 3, pino({}, { write: (line) => void logged.push(line) }));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => void server.close());
    const { port } = server.address() as { port: number };
    const held: Socket[] = [];
    t.after(() => held.forEach((socket) => void socket.destroy()));
    for (let i = 0; i < 3; i++) held.push(await openSocket(port));
    for (let i = 0; i < 4; i++) {
      const socket = await openSocket(port);
      socket.on('error', () => {});
      socket.resume();
      await once(socket, 'close');
    }
    assert.ok(held.every((socket) => !socket.destroyed));
    assert.equal(logged.length, 1);
    assert.deepEqual(JSON.parse(logged[0]!).most, 3);

    const gone = held.pop()!;
    gone.destroy();
    // The other end hears of it in its own time.
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
      held.push(socket);
    }
  });

  it('of a server are 5,000 a process, unless the operator says otherwise', async (t) => {
    const world = await World.open(t, { now: '2024-05-17T10:00:00Z' });
    await listen(world.app);
    assert.equal(world.app.server.maxConnections, 5_000);
    assert.equal(readConfig({}).maxConnections, 5_000);
    assert.equal(readConfig({ MAX_CONNECTIONS: '20' }).maxConnections, 20);
    assert.throws(() => readConfig({ MAX_CONNECTIONS: '0' }), /MAX_CONNECTIONS must be a whole/);
  });
});
