// How long a body that may be slow is waited for.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, describe, it } from 'node:test';
import { allowSlowBody, isBorne, REQUEST_MS, SLOW_REQUEST_MS } from '#http/connection/slow-clients';
import { openSocket } from '../../../harness/http/raw-connection.ts';

const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close().closeAllConnections());
const { port } = server.address() as AddressInfo;

/** A request of which half the body has arrived, and its rest. */
async function beginRequest(): Promise<{ request: IncomingMessage; sendRest: () => void }> {
  const socket = await openSocket(port);
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\na');
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  return { request, sendRest: () => socket.write('b') };
}

describe('a body that has not arrived in the usual time', () => {
  let ended = 0;
  const end = (): void => {
    ended += 1;
  };
  beforeEach(() => {
    ended = 0;
  });

  it('the server does not wait for a body that was not allowed to be slow', async () => {
    const { request } = await beginRequest();
    assert.equal(isBorne(request.socket, end), false);
  });

  it('the server waits five minutes for a body that may be slow, and no longer', async (t) => {
    const { request } = await beginRequest();
    allowSlowBody(request);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    assert.equal(isBorne(request.socket, end), true);
    t.mock.timers.tick(SLOW_REQUEST_MS - REQUEST_MS - 1);
    assert.equal(ended, 0);
    t.mock.timers.tick(1);
    assert.equal(ended, 1);
  });

  it('a body that arrives meanwhile is not cut off later', async (t) => {
    const { request, sendRest } = await beginRequest();
    allowSlowBody(request);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    assert.equal(isBorne(request.socket, end), true);
    request.resume();
    sendRest();
    await once(request, 'end');
    t.mock.timers.tick(SLOW_REQUEST_MS);
    assert.equal(ended, 0);
  });

  it('the next request on the same connection is not allowed to be slow', async () => {
    const { request, sendRest } = await beginRequest();
    allowSlowBody(request);
    request.resume();
    sendRest();
    await once(request, 'end');
    assert.equal(isBorne(request.socket, end), false);
  });
});
