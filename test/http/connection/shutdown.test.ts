import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { awaitAnswer, awaitEnd, listen, openSocket } from '../../../harness/http/raw-connection.ts';
import { PASSWORD, sequence, World } from '../../../harness/world/world.ts';

const NOW = '2024-05-17T10:00:00Z';
const BODY = JSON.stringify({ username: 'trader', password: PASSWORD });
const HEAD = `POST /api/v1/auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n`;

async function open(t: TestContext) {
  const arrived = Promise.withResolvers<void>();
  const world = await World.open(t, {
    now: NOW,
    extend: (app) => app.addHook('onRequest', async () => arrived.resolve()),
  });
  return { world, port: await listen(world.app), arrived: arrived.promise };
}

/** An idle connection would keep a server from closing for more than a minute. */
describe('a server that is told to stop', { timeout: 30_000 }, () => {
  it('a server that stops finishes a request whose body is still on its way, then ends its connection', async (t) => {
    const { world, port, arrived } = await open(t);
    const socket = await openSocket(port);
    socket.write(HEAD + BODY.slice(0, 10));
    await arrived;

    let isClosed = false;
    const closed = world.app.close().then(() => {
      isClosed = true;
    });
    await new Promise(setImmediate);
    assert.equal(isClosed, false, 'it waits for the request');
    socket.write(BODY.slice(10));
    const answer = await awaitEnd(socket);
    assert.equal(answer?.status, 200);
    assert.match(answer.body, /^gtt_/);
    assert.equal(answer.headers.connection, 'close');
    await closed;
  });

  it('a server that stops takes no new connection', async (t) => {
    const { world, port, arrived } = await open(t);
    const socket = await openSocket(port);
    socket.write(HEAD + BODY.slice(0, 10));
    await arrived;
    const closed = world.app.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await assert.rejects(openSocket(port), { code: 'ECONNREFUSED' });
    socket.write(BODY.slice(10));
    assert.equal((await awaitAnswer(socket))?.status, 200);
    await closed;
  });

  it('a server that stops does not wait for idle connections', async (t) => {
    const { world, port } = await open(t);
    const idle = await openSocket(port);
    const used = await openSocket(port);
    used.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(used, 'data');
    await world.app.close();
    for (const socket of [idle, used]) socket.destroy();
  });

  it('a server that stops finishes a large answer to a slow reader whose head it had already sent', async (t) => {
    const { world, port } = await open(t);
    const count = 100_000;
    await world.load({ code: 'delong', from: '2009-12-31T23:00:00Z', values: sequence(count) });
    const token = await world.token();
    const socket = await openSocket(port);
    socket.write(
      `GET /api/v1/series/delong HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    await once(socket, 'readable');
    const closed = world.app.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const answer = await awaitEnd(socket);
    assert.equal(answer?.status, 200);
    assert.equal(answer.headers.connection, 'keep-alive');
    assert.equal(answer.body.data.length, count);
    await closed;
  });
});
