// How often the store's version is read for repeated requests.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { awaitEnd, listen, openSocket } from '../../../harness/http/raw-connection.ts';
import { World } from '../../../harness/world/world.ts';
import { isOnPostgres } from '../../../harness/world/world-store.ts';

const PATH = '/api/v1/power-balance-forecast/short-term?area=DE&balanceCategory=hrprice';
const DAY = Array.from({ length: 25 }, (_, hour) => hour + 0.25);

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
await world.load({ code: 'dehrprice', from: '2024-05-16T00:00:00Z', values: DAY });
await world.loadRun('dehrprice', '2024-05-17T06:00:00Z', '2024-05-18T00:00:00Z', DAY);
const port = await listen(world.app);
const token = await world.token();
const REQUEST = `GET ${PATH} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`;
const LAST = REQUEST.replace('Host: a', 'Host: a\r\nConnection: close');

let reads = 0;

/** Opens a connection that the server has accepted. */
async function openAccepted(): Promise<Socket> {
  const [socket] = await Promise.all([openSocket(port), once(world.app.server, 'connection')]);
  return socket;
}

/** Sends each text on a connection of its own, all in one turn of the event loop. */
async function ask(texts: readonly string[]): Promise<void> {
  const sockets: Socket[] = [];
  while (sockets.length < texts.length) sockets.push(await openAccepted());
  reads = 0;
  for (const [i, socket] of sockets.entries()) socket.write(texts[i]!);
  for (const socket of sockets) assert.equal((await awaitEnd(socket))?.status, 200);
}

const SKIP = isOnPostgres && 'PostgreSQL is asked each time';

describe('the store’s version', { skip: SKIP }, () => {
  before(async () => {
    // The first request keeps the answer, the second the question.
    await ask([LAST]);
    await ask([LAST]);
    const read = world.store.dataVersion!.bind(world.store);
    world.store.dataVersion = () => {
      reads++;
      return read();
    };
  });

  it('repeated requests that arrive together share a reading of the store’s version', async () => {
    await ask(Array<string>(10).fill(LAST));
    // A busy machine may spread them over a few turns.
    assert.ok(reads >= 1 && reads <= 5, `${reads} readings for 10 requests`);
  });

  it('the store’s version is read again in each turn of the event loop', async () => {
    for (let i = 0; i < 3; i++) {
      await ask([LAST]);
      assert.equal(reads, 1);
    }
  });

  it('the store’s version is read again for each pipelined request', async () => {
    await ask([REQUEST.repeat(4) + LAST]);
    assert.equal(reads, 5);
  });
});
