// The order of a series' sources over the operator interface.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { RefusalCode } from '#core/refusal-table';
import { assertRefused } from '../../request/assert-refused.ts';
import { OperatorWorld } from './operator-world.ts';

const world = await OperatorWorld.open({ after });
await world.define('dehrprice', { area: 'de', category: 'hrprice' });
for (const [i, source] of ['alpha', 'vendor', 'gridtide'].entries()) {
  const run = { analyzedTime: '2024-05-17T06:00Z', start: '2024-05-18T00:00Z', values: [i] };
  await world.ask('POST', '/series/dehrprice/runs', { body: { ...run, source } });
}
const PATH = '/series/dehrprice/source-order';

test('the order of sources is read, set, replaced and removed', async () => {
  const none = { seriesId: 'dehrprice', order: [], sources: ['alpha', 'vendor', 'gridtide'] };
  assert.deepEqual(await world.ask('GET', PATH), none);
  const set = await world.ask('PUT', PATH, { body: { order: ['gridtide', 'later', 'vendor'] } });
  const { entry, ...rest } = set;
  const expected = {
    seriesId: 'dehrprice',
    order: ['gridtide', 'later', 'vendor'],
    sources: ['gridtide', 'vendor', 'alpha'],
  };
  assert.deepEqual(rest, expected);
  assert.deepEqual(await world.ask('GET', PATH), expected);
  const { kind, actor, name } = await world.ask('GET', `/imports/${entry}`);
  const text = 'dehrprice: gridtide, then later, then vendor first';
  assert.deepEqual([kind, actor, name], ['define', 'anna', text]);
  const [{ name: audited }] = await world.ask('GET', '/audit?limit=1');
  assert.equal(audited, text);
  await world.ask('PUT', PATH, { body: { order: [] } });
  assert.deepEqual(await world.ask('GET', PATH), none);
});

test('an order that is taken back leaves the one before it', async () => {
  await world.ask('PUT', PATH, { body: { order: ['vendor'] } });
  const { entry } = await world.ask('PUT', PATH, { body: { order: ['gridtide'] } });
  assert.equal((await world.ask('POST', `/imports/${entry}/undo`)).definitions, 1);
  assert.deepEqual((await world.ask('GET', PATH)).order, ['vendor']);
});

test('an order is set once under an Idempotency-Key', async () => {
  const first = await world.ask('PUT', PATH, { body: { order: ['alpha'] }, once: 'order-1' });
  await world.ask('PUT', PATH, { body: { order: ['vendor'] } });
  const again = await world.ask('PUT', PATH, { body: { order: ['alpha'] }, once: 'order-1' });
  assert.equal(again.entry, first.entry);
  assert.deepEqual((await world.ask('GET', PATH)).order, ['vendor']);
  const refuse = () => world.send('PUT', PATH, { body: { order: [''] }, once: 'order-2' });
  assertRefused(await refuse(), 400, 'field_invalid');
  assert.equal((await refuse()).headers['idempotency-replayed'], 'true');
});

test('an order that makes no sense is refused by name', async () => {
  const refused = async (body: object, code: RefusalCode, field: string) => {
    const { errors } = assertRefused(await world.send('PUT', PATH, { body }), 400, code);
    assert.equal(errors[0]!.field, field);
    return errors[0]!.message;
  };
  await refused({}, 'field_missing', 'order');
  await refused({ order: 'alpha' }, 'type_invalid', 'order');
  await refused({ order: ['alpha', 7] }, 'type_invalid', 'order.1');
  await refused({ order: ['alpha', 'alpha'] }, 'field_invalid', 'order.1');
  await refused({ order: ['alpha', ''] }, 'field_invalid', 'order.1');
  await refused({ order: ['a'.repeat(201)] }, 'field_invalid', 'order.0');
  const many = Array.from({ length: 51 }, (_, i) => `source ${i}`);
  await refused({ order: many }, 'field_invalid', 'order');
  assert.match(await refused({ odrer: ['alpha'] }, 'field_unknown', 'odrer'), /did you mean order/);
  const unknown = await world.send('PUT', '/series/nosuch/source-order', { body: { order: [] } });
  assertRefused(unknown, 404, 'series_unknown');
});
