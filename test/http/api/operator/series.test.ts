import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { assertRefused } from '../../request/assert-refused.ts';
import { OperatorWorld } from './operator-world.ts';

const world = await OperatorWorld.open({ after });
await world.define('dehrprice', { area: 'de', category: 'hrprice' });

describe('a series', () => {
  it('a series is defined, changed in parts, and shown', async () => {
    const body = {
      description: ' Wind ',
      unit: 'MW',
      resolution: 'Hour',
      area: 'de',
      category: 'HRwind',
    };
    const made = await world.ask('PUT', '/series/DEhrwind', { body });
    assert.equal(made.outcome, 'added');
    assert.deepEqual(made.series, {
      seriesId: 'dehrwind',
      description: 'Wind',
      unit: 'MW',
      resolution: 'hour',
      area: 'DE',
      category: 'hrwind',
      startDate: null,
      endDate: null,
      lastUpdated: null,
      rule: null,
    });
    const same = await world.ask('PUT', '/series/dehrwind', { body });
    assert.equal(same.outcome, 'same');
    const changed = await world.ask('PUT', '/series/dehrwind', {
      body: { unit: 'GW', area: null },
    });
    assert.equal(changed.outcome, 'changed');
    const shown = await world.ask('GET', '/series/dehrwind');
    assert.deepEqual([shown.description, shown.unit, shown.area], ['Wind', 'GW', null]);
    const { kind, actor, name } = await world.ask('GET', `/imports/${changed.entry}`);
    assert.deepEqual([kind, actor, name], ['define', 'anna', 'dehrwind']);
  });

  it('a series shows its first and last value and its rule', async () => {
    await world.define('shown');
    await world.ask('POST', '/series/shown/values', {
      body: { start: '2024-05-17T00:00Z', values: [1, 2] },
    });
    const { rule: set } = await world.ask('PUT', '/series/shown/rule', {
      body: { minimum: -500, largestStep: 10 },
    });
    const shown = await world.ask('GET', '/series/shown');
    assert.deepEqual(
      [shown.startDate, shown.endDate, shown.lastUpdated, shown.rule],
      ['2024-05-17T00:00:00Z', '2024-05-17T01:00:00Z', '2024-05-17T10:00:00Z', set],
    );
    assert.deepEqual(set, { minimum: -500, maximum: null, largestStep: 10 });
    assert.equal((await world.ask('DELETE', '/series/shown/rule')).removed, true);
    assert.equal((await world.ask('DELETE', '/series/shown/rule')).removed, false);
    assert.equal((await world.ask('GET', '/series/shown')).rule, null);
  });

  const full = { description: 'x', unit: 'MW', resolution: 'hour' };
  for (const [name, code, body, errorCode, field] of [
    [
      'without a description',
      'fresh',
      { unit: 'MW', resolution: 'hour' },
      'field_missing',
      'description',
    ],
    ['without a unit', 'fresh', { description: 'x', resolution: 'hour' }, 'field_missing', 'unit'],
    [
      'without a resolution',
      'fresh',
      { description: 'x', unit: 'MW' },
      'field_missing',
      'resolution',
    ],
    [
      'with an empty description',
      'fresh',
      { ...full, description: '  ' },
      'field_invalid',
      'description',
    ],
    [
      'with a control character',
      'fresh',
      { ...full, description: 'a\u0007b' },
      'field_invalid',
      'description',
    ],
    [
      'with a unit that is too long',
      'fresh',
      { ...full, unit: 'x'.repeat(41) },
      'field_invalid',
      'unit',
    ],
    [
      'with an unknown resolution',
      'fresh',
      { ...full, resolution: 'hurly' },
      'resolution_unknown',
      'resolution',
    ],
    ['with an unknown area', 'fresh', { ...full, area: 'XX' }, 'field_invalid', 'area'],
    [
      'with an invalid category',
      'fresh',
      { ...full, category: 'a b' },
      'field_invalid',
      'category',
    ],
    ['with a number as unit', 'fresh', { ...full, unit: 5 }, 'type_invalid', 'unit'],
    [
      'with another resolution than it has',
      'dehrprice',
      { resolution: 'day' },
      'field_invalid',
      'resolution',
    ],
    ['under an invalid code', '-x', full, 'field_invalid', 'code'],
  ] as const) {
    it(`a series is refused ${name}`, async () => {
      const answer = await world.send('PUT', `/series/${code}`, { body });
      assert.deepEqual(
        assertRefused(answer, 400, errorCode).errors.map((fault) => fault.field),
        [field],
      );
      assert.equal(await world.store.findSeries('fresh'), undefined);
    });
  }

  for (const [name, body, field] of [
    ['with no bound', {}, 'minimum'],
    ['whose ends are swapped', { minimum: 5, maximum: 1 }, 'minimum'],
    ['with a step of 0', { largestStep: 0 }, 'largestStep'],
    ['with a text as bound', { maximum: '5' }, 'maximum'],
  ] as const) {
    it(`a rule ${name} is refused`, async () => {
      const answer = await world.send('PUT', '/series/dehrprice/rule', { body });
      assert.equal(answer.status, 400, answer.text);
      assert.equal(answer.body.errors[0].field, field);
    });
  }

  it('a series that does not exist has neither rule nor run nor value', async () => {
    for (const [method, path, body] of [
      ['GET', '/series/nosuch', undefined],
      ['PUT', '/series/nosuch/rule', { maximum: 1 }],
      ['DELETE', '/series/nosuch/rule', undefined],
      ['POST', '/series/nosuch/runs', {}],
      ['POST', '/held/accept', { series: 'nosuch', all: true }],
      ['GET', '/held?series=nosuch', undefined],
    ] as const) {
      const answer = await world.send(method, path, { body });
      assertRefused(answer, 404, 'series_unknown');
    }
  });
});
