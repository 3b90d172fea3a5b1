// More connections than a server has room for, from several addresses of this machine.

import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { collectGarbage } from '../../../harness/collect-garbage.ts';
import { listen, openSocket } from '../../../harness/http/raw-connection.ts';
import { World } from '../../../harness/world/world.ts';

/** An address has half of them, and one is for probes and callers with a token. */
const MOST = 40;

class Client {
  readonly socket: Socket;
  said = '';

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (piece) => {
      this.said += piece;
    });
  }

  static async open(t: TestContext, port: number, from: string): Promise<Client> {
    const socket = await openSocket(port, { from });
    t.after(() => socket.destroy());
    return new Client(socket);
  }

  get isOpen(): boolean {
    return !this.socket.destroyed && !this.socket.readableEnded;
  }

  /** The status of the answer; undefined if the connection ends without one. */
  async ask(path: string, lines = ''): Promise<number | undefined> {
    this.said = '';
    this.socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${lines}\r\n`);
    while (this.isOpen && !/\r\n\r\n.*}/s.test(this.said)) await wait(2);
    const status = /^HTTP\/1.1 (\d+)/.exec(this.said)?.[1];
    return status === undefined ? undefined : Number(status);
  }
}

async function openServer(t: TestContext, maxConnections = MOST) {
  const { promise: released, resolve: release } = Promise.withResolvers<object>();
  const world = await World.open(t, {
    now: '2024-05-17T10:00:00Z',
    strangerRequestsPerMinute: 600,
    maxConnections,
    extend: (app) => {
      const route = { config: { access: 'public' }, schema: { hide: true } as object } as const;
      app.get('/slow', { ...route, handler: () => released });
    },
  });
  await world.load({ code: 'dehrprice', from: '2024-05-17T10:00:00Z', values: [1] });
  const port = await listen(world.app);
  const openMany = async (count: number, from: string): Promise<Client[]> => {
    const clients: Client[] = [];
    for (let i = 0; i < count; i++) clients.push(await Client.open(t, port, from));
    return clients;
  };
  const openAtOnce = (count: number, from: string): Promise<Client[]> =>
    Promise.all(Array.from({ length: count }, () => Client.open(t, port, from)));
  return { world, openMany, openAtOnce, release: () => release({}) };
}

const countOpen = (clients: readonly Client[]): number =>
  clients.filter(({ isOpen }) => isOpen).length;

describe('a server with many connections', () => {
  it('a server ends the longest idle connections of an address that has more than half', async (t) => {
    const { openMany } = await openServer(t);
    const idle = await openMany(30, '127.0.0.2');
    for (const client of idle) if (client.isOpen) await client.ask('/healthz');
    while (countOpen(idle) > MOST / 2) await wait(5);
    await wait(50);
    assert.equal(countOpen(idle), MOST / 2);
    assert.deepEqual(
      idle.map(({ isOpen }) => isOpen),
      idle.map((_, i) => i >= 10),
    );
    const [probe] = await openMany(1, '127.0.0.1');
    assert.equal(await probe!.ask('/healthz'), 200);
  });

  it('a server that is nearly full ends the longest idle connection for each new one', async (t) => {
    const { openMany } = await openServer(t);
    const first = await openMany(20, '127.0.0.2');
    const second = await openMany(19, '127.0.0.3');
    // The longest silent one asks, and is not the longest idle any more.
    assert.equal(await first[0]!.ask('/healthz'), 200);
    const late = await openMany(3, '127.0.0.4');
    for (const client of late) assert.equal(await client.ask('/api/v1/about'), 200);
    assert.equal(countOpen(second), 19);
    assert.deepEqual(
      first.map(({ isOpen }) => isOpen),
      first.map((_, i) => i === 0 || i > 3),
    );
  });

  it('a server ends the connections of an address that opens too many, unless callers use it', async (t) => {
    const { world, openMany, openAtOnce } = await openServer(t, 5_000);
    const token = `Authorization: Bearer ${await world.token()}\r\n`;
    const taken = { first: 0, count: 0, last: 0, destroyed: 0 };
    world.app.server.on('connection', ({ destroyed }: Socket) => {
      taken.last = performance.now();
      taken.first ||= taken.last;
      taken.count++;
      if (destroyed) taken.destroyed++;
    });
    const many = await openAtOnce(900, '127.0.0.2');
    while (taken.count < countOpen(many)) await wait(5);
    // Node made no socket and no parser for the others.
    assert.equal(taken.destroyed, 0);
    const laterAdmitted = Math.ceil((50 * (taken.last - taken.first)) / 1_000);
    assert.ok(taken.count >= 600, `${taken.count} were taken`);
    assert.ok(
      taken.count <= 600 + laterAdmitted,
      `${taken.count} were taken, ${laterAdmitted} later`,
    );
    let [caller] = await openMany(1, '127.0.0.2');
    while ((await caller!.ask('/healthz')) !== 200) [caller] = await openMany(1, '127.0.0.2');
    const [other] = await openMany(1, '127.0.0.3');
    assert.equal(await other!.ask('/healthz'), 200);
    assert.equal(await caller!.ask('/api/v1/series/dehrprice', token), 200);
    const before = { ...taken };
    const more = await openAtOnce(100, '127.0.0.2');
    while (taken.count - before.count < countOpen(more)) await wait(5);
    assert.equal(taken.count, before.count + 100);
  });

  it('an idle connection keeps none of its earlier answers in memory', async (t) => {
    const { world, openMany } = await openServer(t);
    const answers: WeakRef<ServerResponse>[] = [];
    world.app.server.on('request', (_request, answer) => void answers.push(new WeakRef(answer)));
    const clients = await openMany(5, '127.0.0.2');
    for (const client of clients) assert.equal(await client.ask('/healthz'), 200);
    const countKept = () => answers.filter((answer) => answer.deref()).length;
    for (let tries = 0; tries < 100 && countKept() > 0; tries++) {
      await wait(5);
      collectGarbage();
    }
    assert.equal(answers.length, 5);
    assert.equal(countKept(), 0);
    assert.equal(countOpen(clients), 5);
  });

  it('idle connections of callers with a token are ended last', async (t) => {
    const { world, openMany } = await openServer(t);
    const token = `Authorization: Bearer ${await world.token()}\r\n`;
    const callers = await openMany(10, '127.0.0.2');
    for (const client of callers)
      assert.equal(await client.ask('/api/v1/series/dehrprice', token), 200);
    const strangers = await openMany(19, '127.0.0.3');
    const more = await openMany(19, '127.0.0.4');
    while (countOpen(strangers) > 10) await wait(5);
    assert.equal(countOpen(callers), 10);
    assert.equal(countOpen(more), 19);
  });

  it('the last connection is for probes and callers with a token while all others are at work', async (t) => {
    const { world, openMany, release } = await openServer(t);
    const token = `Authorization: Bearer ${await world.token()}\r\n`;
    const atWork = [...(await openMany(20, '127.0.0.2')), ...(await openMany(19, '127.0.0.3'))];
    for (const { socket } of atWork) socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
    await wait(100);
    const askLast = async (path: string, lines = ''): Promise<number | undefined> => {
      const [client] = await openMany(1, '127.0.0.4');
      const status = await client!.ask(path, lines);
      client!.socket.destroy();
      await wait(20);
      return status;
    };
    const statuses = [
      await askLast('/api/v1/about'),
      await askLast('/healthz'),
      await askLast('/api/v1/series/dehrprice', token),
    ];
    const count = countOpen(atWork);
    release();
    assert.deepEqual(statuses, [503, 200, 200]);
    assert.equal(count, 39);
  });
});
