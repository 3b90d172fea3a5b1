// GET /api/v1/changes/stream: the log of changes as server-sent events, over real connections.

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { until } from '../../../../../harness/lifetime.ts';
import { World } from '../../../../../harness/world/world.ts';

const PATH = '/api/v1/changes/stream';
const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
await world.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = world.app.server.address() as AddressInfo;

interface Block {
  readonly id: string | undefined;
  readonly event: { readonly type: string; readonly series: string } | undefined;
}

/** A client of a stream: what it has been told so far. */
class Follower {
  readonly blocks: Block[] = [];
  readonly #leaving = new AbortController();
  headers = new Headers();
  isOver = false;

  static async open(query: string, headers: Record<string, string> = {}, as = 'trader') {
    const follower = new Follower();
    const response = await fetch(`http://127.0.0.1:${port}${PATH}${query}`, {
      headers: { authorization: `Bearer ${await world.token(as)}`, ...headers },
      signal: follower.#leaving.signal,
    });
    assert.equal(response.status, 200);
    follower.headers = response.headers;
    void follower.#read(response.body!);
    return follower;
  }

  get told(): string[] {
    return this.blocks.flatMap(({ event }) => (event ? [`${event.type} ${event.series}`] : []));
  }

  get cursor(): string | undefined {
    return this.blocks.findLast(({ id }) => id !== undefined)?.id;
  }

  leave(): void {
    this.#leaving.abort();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = '';
    try {
      const decoder = new TextDecoder();
      for await (const piece of body) {
        const blocks = (text + decoder.decode(piece, { stream: true })).split('\n\n');
        text = blocks.pop()!;
        this.blocks.push(...blocks.map(blockOf));
      }
    } catch {
      // The connection was cut.
    }
    this.isOver = true;
  }
}

function blockOf(text: string): Block {
  const lines = Object.fromEntries(text.split('\n').map((line) => line.split(/: (.*)/s)));
  return { id: lines.id, event: lines.data === undefined ? undefined : JSON.parse(lines.data) };
}

const put = (code: string, hour: number, value: number): Promise<void> =>
  world.load({
    ...{ code, area: code.slice(0, 2).toUpperCase(), category: 'hrprice' },
    ...{ from: new Date(Date.UTC(2024, 4, 16, hour)).toISOString(), values: [value] },
  });

const untilTold = (follower: Follower, count: number) =>
  until(() => follower.told.length >= count || undefined);

await put('dehrprice', 0, 1);
await put('frhrprice', 0, 1);

describe('the stream of changes', () => {
  it('the stream tells changes as they are committed, and asks proxies not to gather them', async () => {
    const follower = await Follower.open('');
    assert.equal(follower.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    assert.equal(follower.headers.get('x-accel-buffering'), 'no');
    assert.equal(follower.headers.get('cache-control'), 'no-store');
    await put('dehrprice', 1, 2);
    await untilTold(follower, 1);
    await put('frhrprice', 1, 2);
    await untilTold(follower, 2);
    assert.deepEqual(follower.told, ['values.changed dehrprice', 'values.changed frhrprice']);
    follower.leave();
  });

  it('the stream goes on behind Last-Event-ID, which counts more than the address', async () => {
    const first = await Follower.open('?after=0');
    await untilTold(first, 6);
    first.leave();
    await put('dehrprice', 2, 3);
    const second = await Follower.open('?after=0', { 'last-event-id': first.cursor! });
    await untilTold(second, 1);
    assert.deepEqual(second.told, ['values.changed dehrprice']);
    second.leave();
  });

  it('the stream tells each plan its own series, and its cursor passes the others', async () => {
    const follower = await Follower.open('?after=0&limit=4', {}, 'german');
    await until(() => follower.isOver || undefined);
    assert.deepEqual(follower.told, [
      'series.added dehrprice',
      'values.changed dehrprice',
      'values.changed dehrprice',
      'values.changed dehrprice',
    ]);
  });

  it('the stream tells a long log in pieces, all of it and in order', async () => {
    const { newest } = await world.store.eventRange();
    const { key } = (await world.store.findSeries('dehrprice'))!;
    for (let i = 0; i < 700; i++) {
      const indices = Int32Array.of(i);
      await world.store.write((writer) =>
        writer.writePoints(key, indices, Float64Array.of(i + 0.5), world.now),
      );
    }
    const follower = await Follower.open(`?after=${newest}&limit=700`);
    await until(() => follower.isOver || undefined);
    const ids = follower.blocks.flatMap(({ id, event }) => (event ? [Number(id)] : []));
    assert.deepEqual(
      ids,
      Array.from({ length: 700 }, (_, i) => newest + 1 + i),
    );
  });

  it('the stream ends after the seconds that were asked for', async () => {
    const follower = await Follower.open('?wait=1');
    await until(() => follower.isOver || undefined);
    assert.deepEqual(follower.told, []);
  });

  it('the stream shows every few seconds that it is open, and ends with the user’s right to read', async () => {
    await world.addUser('leaver', 'everything');
    const follower = await Follower.open('?series=none', {}, 'leaver');
    await put('frhrprice', 5, 5);
    await until(() => follower.blocks.length >= 2 || undefined);
    // What the filter left out is behind the client's cursor now.
    assert.equal(follower.cursor, String((await world.store.eventRange()).newest));
    await world.signIn.accounts.updateUser('leaver', { isDisabled: true });
    await until(() => follower.isOver || undefined);
  });

  it('the server answers a request for the headers alone without a stream', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${PATH}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${await world.token()}` },
    });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  });
});
