// A server at a name that means two addresses.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { describe, it } from 'node:test';
import { refuseAddresses } from '#http/connection/connection-room';
import { listen } from '#http/connection/listen';
import { awaitAnswer, openSocket } from '../../../harness/http/raw-connection.ts';
import { World } from '../../../harness/world/world.ts';

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((each) => each?.address === '::1');

async function ask(host: string, port: number, request: string): Promise<number | undefined> {
  const socket = await openSocket(port, { host });
  socket.write(request);
  const answer = await awaitAnswer(socket);
  return answer?.status;
}

describe('a server at localhost', () => {
  it('a server at localhost answers on each of its addresses', { skip: !hasIpv6 }, async (t) => {
    const world = await World.open(t, { now: '2024-05-17T10:00:00Z' });
    const addresses = ['127.0.0.1', '::1'].map((address) => ({ address }));
    const port = await listen(world.app, { host: 'localhost', port: 0 }, async () => addresses);
    for (const { address } of addresses) {
      assert.equal(await ask(address, port, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'), 200);
      assert.equal(await ask(address, port, 'nonsense\r\n\r\n'), 400);
    }
    await world.app.close();
    for (const { address } of addresses)
      await assert.rejects(ask(address, port, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'));
  });

  it('a server at localhost refuses connections on each of its addresses', {
    skip: !hasIpv6,
  }, async (t) => {
    const world = await World.open(t, { now: '2024-05-17T10:00:00Z' });
    const asked: string[] = [];
    const admitsConnection = (address: string): boolean => {
      asked.push(address);
      return false;
    };
    refuseAddresses(world.app.server, { admitsConnection });
    const addresses = ['127.0.0.1', '::1'].map((address) => ({ address }));
    const port = await listen(world.app, { host: 'localhost', port: 0 }, async () => addresses);
    for (const { address } of addresses) {
      const socket = await openSocket(port, { host: address });
      await once(socket.resume(), 'close');
    }
    assert.deepEqual(asked, ['127.0.0.1', '::1']);
  });

  it('a server at localhost leaves out an address that cannot be had', async (t) => {
    const world = await World.open(t, { now: '2024-05-17T10:00:00Z' });
    const addresses = ['127.0.0.1', '192.0.2.1'].map((address) => ({ address }));
    const port = await listen(world.app, { host: 'localhost', port: 0 }, async () => addresses);
    assert.equal(await ask('127.0.0.1', port, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'), 200);
  });
});
