// The client's sequence of changes, against a real server that goes away and comes back.

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { ApiError } from '#client/api-error';
import { GridtideClient } from '#client/programs/gridtide-client';
import { World } from '../../harness/world/world.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
await world.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = world.app.server.address() as AddressInfo;
const token = await world.token();
const client = new GridtideClient({ url: `http://127.0.0.1:${port}`, token: () => token });

const put = (code: string, hour: number, value: number): Promise<void> =>
  world.load({ code, from: new Date(Date.UTC(2024, 4, 16, hour)).toISOString(), values: [value] });

await put('dehrprice', 0, 1);

describe('the client’s sequence of changes', () => {
  it('the client gets each change once, in order, and stops when it is told to', async () => {
    const leaving = new AbortController();
    const seen: string[] = [];
    for await (const { type, id } of client.changes({ after: '0' }, leaving)) {
      seen.push(`${id} ${type}`);
      if (seen.length < 6) await put('dehrprice', seen.length, seen.length);
      else leaving.abort();
    }
    assert.deepEqual(seen, [
      '1 series.added',
      ...['2', '3', '4', '5', '6'].map((id) => `${id} values.changed`),
    ]);
  });

  it('the client goes on behind the last change that was seen', async () => {
    const leaving = new AbortController();
    for await (const { id } of client.changes({ after: '3', series: 'de*' }, leaving)) {
      assert.equal(id, '4');
      leaving.abort();
    }
    assert.ok(leaving.signal.aborted);
  });

  it('the client throws what waiting does not mend', async () => {
    const read = async () => {
      for await (const _change of client.changes({ after: '99999' })) assert.fail('no change');
    };
    await assert.rejects(read, (error: unknown) => {
      return error instanceof ApiError && error.code === 'cursor_gone';
    });
  });

  it('the client waits while the server is away, and then gets what changed meanwhile', async (t) => {
    let isAway = true;
    const original = globalThis.fetch;
    t.after(() => {
      globalThis.fetch = original;
    });
    // The network is cut here: no server has to be ended and begun again.
    globalThis.fetch = (...request) =>
      isAway ? Promise.reject(new TypeError('fetch failed')) : original(...request);
    const { newest } = await world.store.eventRange();
    const leaving = new AbortController();
    const sequence = client.changes({ after: String(newest) }, leaving);
    const next = sequence.next();
    await put('dehrprice', 20, 99);
    isAway = false;
    const { value } = await next;
    assert.equal(value!.id, String(newest + 1));
    leaving.abort();
    await sequence.return(undefined);
  });
});
