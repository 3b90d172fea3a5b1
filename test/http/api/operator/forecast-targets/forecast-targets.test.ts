// /api/operator/forecast-targets: defined, listed, removed and refused.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { ensurePlan } from '#accounts/plan-changes';
import { HOUR_MS } from '#core/time/instant';
import { MOST_TARGETS } from '#service/model-runs/forecast-targets';
import { addQuickUser } from '../../../../../harness/quick-users.ts';
import { at, daysBefore, load } from '../../../../service/model-runs/model-store.ts';
import { assertRefused } from '../../../request/assert-refused.ts';
import { OperatorWorld, PASSWORD } from '../operator-world.ts';

const world = await OperatorWorld.open({ after });
const PATH = '/forecast-targets';
const SINCE = '2024-05-17T10:00:00Z';
const NOW = at(SINCE);

const history = { from: daysBefore(NOW, 40), to: NOW / HOUR_MS, recordedAt: NOW - 1 };
await load(world.store, { ...history, category: 'hrprice' });
await load(world.store, { ...history, to: daysBefore(NOW, -2), category: 'hrconsforecast' });
await load(world.store, { ...history, category: 'hrwindforecast' });

describe('forecast targets of operators', () => {
  it('a target is answered in its one form, listed with what is guessed, and removed', async () => {
    const body = { target: 'DEHRPRICE', hours: [17, 5] };
    const { entry, ...set } = await world.ask('PUT', `${PATH}/Mine`, { body });
    const given = {
      ...{ name: 'mine', target: 'dehrprice', drivers: null, hours: [5, 17], kind: null },
      ...{ area: null, formula: null, unit: null, since: SINCE },
    };
    assert.deepEqual([typeof entry, set], ['number', given]);
    const full = { target: 'dehrprice', drivers: [], kind: 'Other', area: 'fr' };
    await world.ask('PUT', `${PATH}/bare`, { body: full });
    const rest = { newestRun: null, state: 'waiting', late: false, note: null, nextDueTime: null };
    const [bare, mine, ...others] = await world.ask('GET', PATH);
    assert.deepEqual(others, []);
    assert.deepEqual(mine, { ...given, kindUsed: 'price', areaUsed: 'DE', ...rest });
    assert.deepEqual(bare, {
      ...{ name: 'bare', target: 'dehrprice', drivers: [], hours: null, kind: 'other' },
      ...{ area: 'FR', formula: null, unit: null, since: SINCE },
      ...{ kindUsed: 'other', areaUsed: 'FR', ...rest },
    });
    const removed = await world.ask('DELETE', `${PATH}/BARE`);
    assert.deepEqual([removed.name, removed.removed], ['bare', true]);
    assert.equal((await world.ask('DELETE', `${PATH}/bare`)).removed, false);
    assert.equal((await world.ask('GET', PATH)).length, 1);
  });

  it('one target is asked for with its drivers', async () => {
    const [row] = await world.ask('GET', `${PATH}?name=MINE&drivers=true`);
    assert.equal(row.problem, null);
    assert.deepEqual(row.driversUsed.slice(0, 3), [
      { seriesId: 'dehrconsforecast', used: true, reason: null },
      {
        seriesId: 'dehrwindforecast',
        used: false,
        reason: 'nothing known of it reaches the day forecast',
      },
      { seriesId: 'dehrproductionforecast', used: false, reason: 'it is not stored' },
    ]);
    assert.deepEqual(await world.ask('GET', `${PATH}?name=other`), []);
    const unnamed = await world.send('GET', `${PATH}?drivers=true`);
    assert.equal(assertRefused(unnamed, 400, 'field_missing').errors![0]!.field, 'name');
  });

  it('a formula is answered with its series, which readers find like any other', async () => {
    const body = { formula: 'dehrprice - 0.5 * dehrwindforecast', hours: [5] };
    const { entry, ...set } = await world.ask('PUT', `${PATH}/Spread`, { body });
    assert.equal(typeof entry, 'number');
    assert.deepEqual(set, {
      ...{ name: 'spread', target: 'spread', drivers: null, hours: [5], kind: null, area: null },
      ...{ ...body, unit: null, since: SINCE },
    });
    const [row] = await world.ask('GET', `${PATH}?name=spread&drivers=true`);
    assert.deepEqual([row.formula, row.problem, row.areaUsed], [body.formula, null, 'DE']);
    const series = (await world.store.findSeries('spread'))!;
    assert.deepEqual(
      [series.description, series.unit, series.area, series.lastIndex],
      ['Computed: dehrprice − 0.5 × dehrwindforecast', 'MWh', 'DE', NOW / HOUR_MS - 1],
    );
    // A plan with the series of the formula reads it, and none of its parts.
    const limits = { requestsPerMinute: 1_000_000 };
    await ensurePlan(world.store.accounts, { name: 'narrow', patterns: ['spread'], ...limits });
    const bert = { name: 'bert', password: PASSWORD, planName: 'narrow' };
    const user = await addQuickUser(world.store.accounts, bert, NOW);
    const key = await addKey(world.store.accounts, user, 'reader', NOW, { actor: 'test' });
    const statusOf = async (code: string): Promise<number> => {
      const headers = { authorization: `Bearer ${key}` };
      const url = `/api/v1/series/${code}?from=today&to=today`;
      return (await world.app.inject({ method: 'GET', url, headers })).statusCode;
    };
    assert.deepEqual([await statusOf('spread'), await statusOf('dehrprice')], [200, 403]);
    await world.ask('PUT', `${PATH}/spread`, { body: { ...body, unit: 'EUR' } });
    assert.equal((await world.store.findSeries('spread'))!.unit, 'EUR');
    assert.equal((await world.ask('DELETE', `${PATH}/spread`)).removed, true);
  });

  it('the journal has who defined and removed it', async () => {
    const entries = await world.ask('GET', '/imports?limit=7');
    assert.deepEqual(
      entries.map(({ kind, name }: { kind: string; name: string }) => [kind, name]),
      [
        ['rule', 'forecast spread: removed'],
        ['rule', 'forecast spread: of dehrprice - 0.5 * dehrwindforecast'],
        ['rule', 'forecast spread: of dehrprice - 0.5 * dehrwindforecast'],
        ['rule', 'forecast bare: removed'],
        ['rule', 'forecast bare: removed'],
        ['rule', 'forecast bare: of dehrprice'],
        ['rule', 'forecast mine: of dehrprice'],
      ],
    );
  });

  it('what makes no sense is refused, and names the field', async () => {
    for (const [name, body, status, code, field] of [
      ['gridtide', { target: 'dehrprice' }, 400, 'field_invalid', 'name'],
      ['a%20b', { target: 'dehrprice' }, 400, 'field_invalid', 'name'],
      ['x', {}, 400, 'field_missing', 'target'],
      ['x', { target: 7 }, 400, 'type_invalid', 'target'],
      ['x', { target: 'dehrprice+1' }, 400, 'field_invalid', 'target'],
      ['x', { target: 'nothing' }, 404, 'series_unknown', 'target'],
      ['x1', { formula: '' }, 400, 'field_invalid', 'formula'],
      ['x1', { formula: 7 }, 400, 'type_invalid', 'formula'],
      ['x1', { formula: '('.repeat(60) }, 400, 'field_invalid', 'formula'],
      ['x1', { formula: `dehrprice${'+1'.repeat(200)}` }, 400, 'field_invalid', 'formula'],
      ['x1', { formula: 'x1 + dehrprice' }, 400, 'field_invalid', 'formula'],
      ['x1', { formula: 'dehrprice - nothing' }, 404, 'series_unknown', 'formula'],
      ['x', { formula: 'dehrprice' }, 400, 'field_invalid', 'name'],
      ['dehrwindforecast', { formula: 'dehrprice' }, 400, 'field_invalid', 'name'],
      ['x1', { formula: 'dehrprice', target: 'dehrprice' }, 400, 'field_invalid', 'target'],
      ['x1', { formula: 'dehrprice', unit: 'a\u0000b' }, 400, 'field_invalid', 'unit'],
      ['x1', { target: 'dehrprice', unit: 'MW' }, 400, 'field_invalid', 'unit'],
      ['x', { target: 'dehrprice', drivers: ['?'] }, 400, 'field_invalid', 'drivers'],
      ['x', { target: 'dehrprice', drivers: [7] }, 400, 'type_invalid', 'drivers'],
      ['x', { target: 'dehrprice', hours: [24] }, 400, 'field_invalid', 'hours'],
      ['x', { target: 'dehrprice', hours: [6.5] }, 400, 'type_invalid', 'hours'],
      ['x', { target: 'dehrprice', kind: 'sun' }, 400, 'field_invalid', 'kind'],
      ['x', { target: 'dehrprice', area: '?' }, 400, 'field_invalid', 'area'],
      ['x', { target: 'dehrprice', hour: 6 }, 400, 'field_unknown', 'hour'],
    ] as const) {
      const answer = await world.send('PUT', `${PATH}/${name}`, { body });
      const refused = assertRefused(answer, status, code);
      assert.match(refused.errors![0]!.field, new RegExp(`^${field}`), JSON.stringify(body));
    }
  });

  it('the nearest series is named if there is none of the code that is given', async () => {
    const answer = await world.send('PUT', `${PATH}/x`, { body: { target: 'dehrpirce' } });
    assert.deepEqual(assertRefused(answer, 404, 'series_unknown').errors, [
      { field: 'target', message: 'no series "dehrpirce" (did you mean dehrprice?)' },
    ]);
  });

  it('there are at most 100, and an existing one can still be changed', async () => {
    await world.store.write(async (writer) => {
      const { length } = await writer.listForecastTargets();
      const base = {
        ...{ series: 'dehrprice', drivers: null, hours: null, kind: null, area: null },
        ...{ formula: null, unit: null },
      };
      for (let i = length; i < MOST_TARGETS; i++)
        await writer.putForecastTarget({ ...base, name: `x${i}`, createdAt: 0 });
    });
    const body = { target: 'dehrprice' };
    assertRefused(await world.send('PUT', `${PATH}/more`, { body }), 400, 'field_invalid');
    await world.ask('PUT', `${PATH}/x9`, { body });
  });
});
