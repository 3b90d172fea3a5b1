// /api/operator/expectations: set, listed, removed and refused.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { assertRefused } from '../../request/assert-refused.ts';
import { OperatorWorld } from './operator-world.ts';

const world = await OperatorWorld.open({ after });
const PATH = '/expectations';
const SINCE = '2024-05-17T10:00:00Z';

describe('what operators expect', () => {
  it('an expectation is answered in its one form, listed, and removed', async () => {
    const body = { series: '*HRPRICE', expect: 'by 13:15' };
    const { entry, ...set } = await world.ask('PUT', PATH, { body });
    const row = {
      series: '*hrprice',
      source: null,
      expect: 'by 13:15 through tomorrow',
      since: SINCE,
    };
    assert.deepEqual([typeof entry, set], ['number', row]);
    const other = { series: 'dehrprice', source: 'entsoe', expect: 'none' };
    await world.ask('PUT', PATH, { body: other });
    assert.deepEqual(await world.ask('GET', PATH), [{ ...other, since: SINCE }, row]);
    const removed = await world.ask('DELETE', `${PATH}?series=dehrprice&source=entsoe`);
    assert.deepEqual([removed.removed, removed.source], [true, 'entsoe']);
    const again = await world.ask('DELETE', `${PATH}?series=dehrprice&source=entsoe`);
    assert.equal(again.removed, false);
    assert.deepEqual(await world.ask('GET', PATH), [row]);
  });

  it('the journal has who set and removed it', async () => {
    const [entry] = await world.ask('GET', '/imports?limit=1');
    assert.match(entry.name, /^dehrprice of entsoe: nothing expected any more$/);
  });

  it('what makes no sense is refused, and names the field', async () => {
    for (const [body, code, field] of [
      [{ series: 'de*', expect: 'by noon' }, 'field_invalid', 'expect'],
      [{ series: 'de!', expect: 'none' }, 'field_invalid', 'series'],
      [{ series: 'de*', expect: 'none', source: 'x' }, 'field_invalid', 'source'],
      [{ series: 'de*' }, 'field_missing', 'expect'],
      [{ series: 'de*', expect: 'none', sourc: 'ecb' }, 'field_unknown', 'sourc'],
    ] as const) {
      const refused = assertRefused(await world.send('PUT', PATH, { body }), 400, code);
      assert.equal(refused.errors![0]!.field, field);
    }
    const none = await world.send('DELETE', PATH);
    assert.equal(assertRefused(none, 400, 'field_missing').errors![0]!.field, 'series');
  });

  it('there are at most 200, and an existing one can still be changed', async () => {
    await world.store.write(async (writer) => {
      for (let i = (await writer.listExpectations()).length; i < 200; i++)
        await writer.putExpectation({ pattern: `x${i}`, source: '', expect: 'none', since: 0 });
    });
    const full = await world.send('PUT', PATH, { body: { series: 'more', expect: 'none' } });
    assertRefused(full, 400, 'field_invalid');
    await world.ask('PUT', PATH, { body: { series: 'x9', expect: 'within PT2H' } });
  });
});
