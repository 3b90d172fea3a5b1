// A write under an Idempotency-Key is done once, and its answer is kept for a day.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { findCaller } from '#accounts/authenticate';
import { HOUR_MS } from '#core/time/instant';
import { openStore } from '#store/open/open-store';
import { assertRefused } from '../../../request/assert-refused.ts';
import { type OperatorWorld, type Sent, startServer } from '../operator-world.ts';
import { body, isReplayed, openWorld, T0, VALUES } from './idempotency-world.ts';

const newestEntry = async (world: OperatorWorld): Promise<number> =>
  (await world.ask('GET', '/imports?limit=1'))[0].id;

/** Sends the same request twice to each of two servers at once; resolves to their answers. */
async function sendToTwo(t: TestContext, world: OperatorWorld, path: string, payload: object) {
  const other = await openStore(world.storeUrl);
  const server = await startServer(other, () => world.now);
  t.after(async () => {
    await server.close();
    await other.close();
  });
  const inject = (app: typeof server) =>
    app.inject({
      method: 'POST',
      url: `/api/operator${path}`,
      headers: { authorization: `Bearer ${world.secrets.operator}`, 'idempotency-key': 'a' },
      payload,
    });
  const answers = await Promise.all([world.app, server, world.app, server].map(inject));
  return answers.map((answer) => answer.body);
}

describe('a write under an Idempotency-Key', () => {
  it('a write sent several times under one key is done once and answered alike', async (t) => {
    const world = await openWorld(t);
    const first = await world.send('POST', VALUES, { body, once: 'a' });
    assert.equal(isReplayed(first), false);
    for (let i = 0; i < 3; i++) {
      const again = await world.send('POST', VALUES, { body, once: 'a' });
      assert.deepEqual([again.status, again.text], [200, first.text]);
      assert.equal(again.headers['content-type'], first.headers['content-type']);
      assert.equal(isReplayed(again), true);
    }
    assert.equal(await newestEntry(world), first.body.entry);
  });

  it('a write without a key is done each time', async (t) => {
    const world = await openWorld(t);
    const first = await world.ask('POST', VALUES, { body });
    const second = await world.ask('POST', VALUES, { body });
    assert.equal(second.entry, first.entry + 1);
  });

  it('another server on the same store answers a repeated write alike, after a restart', async (t) => {
    const world = await openWorld(t);
    const values = await world.send('POST', VALUES, { body, once: 'a' });
    const user = { body: { name: 'robot', plan: 'everything' }, once: 'b' };
    const added = await world.send('POST', '/users', user);
    await world.restart();
    const again = await world.send('POST', VALUES, { body, once: 'a' });
    assert.deepEqual([isReplayed(again), again.text], [true, values.text]);
    const addedAgain = await world.send('POST', '/users', user);
    assert.deepEqual([isReplayed(addedAgain), addedAgain.text], [true, added.text]);
  });

  it('a write is remembered for 24 hours and no longer', async (t) => {
    const world = await openWorld(t);
    const first = await world.ask('POST', VALUES, { body, once: 'a' });
    const start = world.now;
    world.now = start + 24 * HOUR_MS - 1;
    assert.equal(isReplayed(await world.send('POST', VALUES, { body, once: 'a' })), true);
    world.now = start + 24 * HOUR_MS;
    const later = await world.send('POST', VALUES, { body, once: 'a' });
    assert.equal(isReplayed(later), false);
    assert.equal(later.body.entry, first.entry + 1);
  });

  const others: readonly (readonly [string, string, string, Sent])[] = [
    ['another body', 'POST', VALUES, { body: { start: T0, values: [1, 2, 4] } }],
    ['the same in other words', 'POST', VALUES, { body: { values: [1, 2, 3], start: T0 } }],
    ['another path', 'POST', '/series/other/values', { body }],
    ['another method', 'PUT', '/series/dehrprice', { body: { unit: 'EUR/MWh' } }],
    ['a user instead of values', 'POST', '/users', { body: { name: 'robot', plan: 'everything' } }],
    ['rows instead of JSON', 'POST', VALUES, { raw: { type: 'text/csv', bytes: 'time,value\n' } }],
  ];
  for (const [name, method, path, sent] of others) {
    it(`${name} under the same Idempotency-Key is refused and not done`, async (t) => {
      const world = await openWorld(t);
      await world.define('other');
      await world.ask('POST', VALUES, { body, once: 'a' });
      const newest = await newestEntry(world);
      const refused = await world.send(method, path, { ...sent, once: 'a' });
      const { errors } = assertRefused(refused, 422, 'idempotency_conflict');
      assert.equal(errors[0]?.field, 'Idempotency-Key');
      assert.equal(await newestEntry(world), newest);
      assert.equal((await world.ask('GET', '/users')).length, 1);
      assert.equal(isReplayed(await world.send('POST', VALUES, { body, once: 'a' })), true);
    });
  }

  it('two API keys of a caller do not share an Idempotency-Key', async (t) => {
    const world = await openWorld(t);
    await world.ask('POST', VALUES, { body, once: 'a' });
    const user = (await world.store.accounts.findUser('anna'))!;
    const key = await addKey(world.store.accounts, user, 'second', world.now, { isOperator: true });
    const headers = { authorization: `Bearer ${key}` };
    const other = { start: T0, values: [9] };
    const answer = await world.send('POST', VALUES, { body: other, once: 'a', headers });
    assert.deepEqual([answer.status, isReplayed(answer)], [200, false]);
  });

  it('a write sent many times at once is done once', async (t) => {
    const world = await openWorld(t);
    const newest = await newestEntry(world);
    const sent = { body, once: 'a' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.send('POST', VALUES, sent)),
    );
    assert.deepEqual(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal(answers.filter(isReplayed).length, 19);
    assert.equal(await newestEntry(world), newest + 1);
  });

  it('a write sent at once to two servers on one store is done once', async (t) => {
    const world = await openWorld(t);
    const newest = await newestEntry(world);
    const bodies = await sendToTwo(t, world, VALUES, body);
    assert.equal(new Set(bodies).size, 1);
    assert.equal(await newestEntry(world), newest + 1);
  });

  it('a change of accounts sent at once to two servers on one store is done once', async (t) => {
    const world = await openWorld(t);
    const bodies = await sendToTwo(t, world, '/users/anna/keys', { name: 'nightly' });
    assert.equal(new Set(bodies).size, 1);
    assert.match(bodies[0]!, /"key":"gtk_/);
    const entries = await world.ask('GET', '/audit?limit=100');
    const made = entries.filter(({ detail }: { detail: string }) =>
      /"nightly" was made/.test(detail),
    );
    assert.equal(made.length, 1);
  });

  it('a key for a user that is asked for many times at once is made once', async (t) => {
    const world = await openWorld(t);
    const sent = { body: { name: 'nightly' }, once: 'k' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => world.send('POST', '/users/anna/keys', sent)),
    );
    assert.equal(new Set(answers.map((answer) => answer.body.key)).size, 1);
    assert.equal((await world.ask('GET', '/users/anna/keys')).length, 3);
  });

  it('a body of rows is streamed and recognised when it is sent again', async (t) => {
    const world = await openWorld(t);
    const sent = (bytes: string): Sent => ({ raw: { type: 'text/csv', bytes }, once: 'a' });
    const rows = `time,value\n${T0},5\n`;
    const first = await world.send('POST', VALUES, sent(rows));
    const again = await world.send('POST', VALUES, sent(rows));
    assert.deepEqual([isReplayed(again), again.text], [true, first.text]);
    assertRefused(await world.send('POST', VALUES, sent(`${rows}\n`)), 422, 'idempotency_conflict');
  });
});

describe('what is kept of an answer', () => {
  it('the files of the store show neither a new key nor the Idempotency-Key nor a password', async (t) => {
    const world = await openWorld(t);
    const password = 'seven quiet herons!';
    await world.ask('PUT', '/users/anna', { body: { password }, once: 'my-idempotency-key' });
    const made = await world.ask('POST', '/users/anna/keys', { body: { name: 'n' }, once: 'k' });
    const again = await world.send('POST', '/users/anna/keys', { body: { name: 'n' }, once: 'k' });
    assert.deepEqual([again.body, isReplayed(again)], [made, true]);
    assert.ok(await findCaller(world.store.accounts, made.key, world.now));
    await world.store.close();
    for (const file of await readdir(world.folder)) {
      const bytes = (await readFile(join(world.folder, file))).toString('latin1');
      for (const secret of [made.key, password, 'my-idempotency-key']) {
        assert.ok(!bytes.includes(secret), file);
      }
    }
  });
});
