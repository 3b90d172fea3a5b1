// One look for all who came together, and never an older one than whoever asks could know of.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { SharedLook } from '#http/front/shared-look';

const someone = (): Socket => ({}) as Socket;

/** A world that changes with every look at it, and requests to be told of it. */
function watch() {
  let looks = 0;
  const look = new SharedLook(() => ++looks);
  const ask = (socket: Socket, isBehindAnother = false): number => {
    const response = { socket: isBehindAnother ? null : socket };
    look.arrive({ socket } as IncomingMessage, response as ServerResponse);
    return look.see();
  };
  return ask;
}

/** A byte goes over a real connection and comes back: Node has asked the system by then. */
async function hearFromOutside(): Promise<void> {
  const server = createServer((socket) => socket.end('x')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
  await once(socket, 'close');
  server.close();
}

describe('a look that requests share', () => {
  it('is one for those who came together', () => {
    const ask = watch();
    assert.deepEqual([ask(someone()), ask(someone()), ask(someone())], [1, 1, 1]);
  });

  it('is another once Node has asked the system for more', async () => {
    const ask = watch();
    const [one, other] = [someone(), someone()];
    assert.equal(ask(one), 1);
    await hearFromOutside();
    assert.deepEqual([ask(one), ask(other)], [2, 2]);
    await hearFromOutside();
    assert.equal(ask(other), 3);
  });

  it('is another for the second request of a connection, which may have come later', () => {
    const ask = watch();
    const [one, other] = [someone(), someone()];
    assert.deepEqual([ask(one), ask(other), ask(one)], [1, 1, 2]);
    assert.equal(ask(someone()), 2, 'and what is newer is good for all');
    assert.equal(ask(other), 3);
  });

  it('is another for a request that waits behind an earlier one', () => {
    const ask = watch();
    assert.deepEqual([ask(someone()), ask(someone(), true)], [1, 2]);
  });

  it('is taken again where it failed', () => {
    let looks = 0;
    const look = new SharedLook(() => {
      looks++;
      if (looks === 1) throw new Error('no look');
      return looks;
    });
    const socket = someone();
    look.arrive({ socket } as IncomingMessage, { socket } as ServerResponse);
    assert.throws(() => look.see(), /no look/);
    assert.deepEqual([look.see(), look.see()], [2, 2]);
  });
});
