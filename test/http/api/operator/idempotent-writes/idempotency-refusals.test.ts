// Refusals under an Idempotency-Key: which are kept, and which leave the key free.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { openStore } from '#store/open/open-store';
import { assertRefused } from '../../../request/assert-refused.ts';
import { type Sent, startServer } from '../operator-world.ts';
import { body, isReplayed, openWorld, VALUES } from './idempotency-world.ts';

describe('a refusal under an Idempotency-Key', () => {
  it('a refusal is repeated under its Idempotency-Key, even if its reason is gone', async (t) => {
    const world = await openWorld(t);
    const early = await world.send('POST', '/series/later/values', { body, once: 'a' });
    assertRefused(early, 404, 'series_unknown');
    await world.define('later');
    const again = await world.send('POST', '/series/later/values', { body, once: 'a' });
    assert.deepEqual([again.status, again.text, isReplayed(again)], [404, early.text, true]);
    assert.equal(again.headers['content-type'], early.headers['content-type']);
    const other = await world.send('POST', '/series/later/values', { body, once: 'b' });
    assert.equal(other.status, 200);
  });

  it('a refusal belongs to the whole body, even if its first line is refused', async (t) => {
    const world = await openWorld(t);
    const bad = `time,value\nnoon,1\n${'2024-05-17T00:00Z,1\n'.repeat(20_000)}`;
    const sent = (bytes: string): Sent => ({ raw: { type: 'text/csv', bytes }, once: 'a' });
    const first = await world.send('POST', VALUES, sent(bad));
    assert.equal(first.status, 400);
    assert.equal(isReplayed(await world.send('POST', VALUES, sent(bad))), true);
    assertRefused(await world.send('POST', VALUES, sent(`${bad}\n`)), 422, 'idempotency_conflict');
  });

  const unread: readonly (readonly [string, Sent, number])[] = [
    ['is not JSON', { raw: { type: 'application/json', bytes: '{' } }, 400],
    ['has no token', { body, as: 'nobody' }, 401],
    ['has a read key', { body, as: 'key' }, 403],
    ['is of another type', { raw: { type: 'text/html', bytes: 'x' } }, 415],
  ];
  for (const [name, sent, status] of unread) {
    it(`a request that ${name} leaves its Idempotency-Key free`, async (t) => {
      const world = await openWorld(t);
      assert.equal((await world.send('POST', VALUES, { ...sent, once: 'a' })).status, status);
      const good = await world.send('POST', VALUES, { body, once: 'a' });
      assert.deepEqual([good.status, isReplayed(good)], [200, false]);
    });
  }

  it('a request that the store could not answer leaves its Idempotency-Key free', async (t) => {
    const world = await openWorld(t);
    const lock = new DatabaseSync(join(world.folder, 'world.db'));
    const impatient = await openStore(world.storeUrl, { writeWaitMs: 1 });
    const server = await startServer(impatient, () => world.now);
    t.after(async () => {
      await server.close();
      await impatient.close();
    });
    const call = () =>
      server.inject({
        method: 'POST',
        url: `/api/operator${VALUES}`,
        headers: { authorization: `Bearer ${world.secrets.operator}`, 'idempotency-key': 'a' },
        payload: body,
      });
    lock.exec('BEGIN IMMEDIATE');
    const busy = await call();
    assert.equal(busy.statusCode, 503, busy.body);
    lock.exec('ROLLBACK');
    lock.close();
    const done = await call();
    assert.deepEqual([done.statusCode, done.headers['idempotency-replayed']], [200, undefined]);
  });

  for (const [name, key] of [
    ['empty', ''],
    ['longer than 255', 'x'.repeat(256)],
    ['of two words', 'a b'],
  ] as const) {
    it(`an Idempotency-Key that is ${name} is refused`, async (t) => {
      const world = await openWorld(t);
      const answer = await world.send('POST', VALUES, { body, once: key });
      const { errors } = assertRefused(answer, 400, 'field_invalid');
      assert.equal(errors[0]?.field, 'Idempotency-Key');
    });
  }
});
