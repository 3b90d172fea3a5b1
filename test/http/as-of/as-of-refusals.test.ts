// The instant of `asOf`: the ways to write it, and what is refused.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RefusalCode } from '#core/refusal-table';
import { type Answer, World } from '../../../harness/world/world.ts';
import { assertRefused } from '../request/assert-refused.ts';

const FORECAST = '/api/v1/power-balance-forecast';
const HOURS = ['2024-05-10T22:00:00Z', '2024-05-11T22:00:00Z'] as const;

const world = await World.open({ after }, { now: '2024-05-12T08:00:00Z' });

/** Each value is written at its own time: 1 at noon of the 11th in UTC, 2 and then 3 on the 12th. */
async function loadAt(now: string, value: number): Promise<void> {
  world.setNow(now);
  await world.load({ code: 'dehrprice', from: HOURS[0], values: [value] });
}

function assertBlamed(answer: Answer, status: number, code: RefusalCode, field: string): void {
  const { errors } = assertRefused(answer, status, code);
  assert.deepEqual(
    errors.map((fault) => fault.field),
    [field],
  );
}

const valueAsOf = async (AsOf: string): Promise<unknown> => {
  const answer = await world.post('/api/fundamental/series', { SeriesId: 'dehrprice', AsOf });
  return answer.status === 200 ? Object.values(answer.body.Values)[0] : answer.body.code;
};

describe('the instant of asOf', () => {
  before(async () => {
    await loadAt('2024-05-11T12:00:00Z', 1);
    await loadAt('2024-05-11T22:30:00Z', 2);
    await loadAt('2024-05-12T12:00:00Z', 3);
    await world.loadRun('dehrprice', '2024-05-12T06:00:00Z', HOURS[1], [5, 6]);
    world.setNow('2024-05-12T13:00:00Z');
  });

  it('asOf may be an instant, with a zone or in market time', async () => {
    assert.equal(await valueAsOf('2024-05-11T12:00:00Z'), 1);
    assert.equal(await valueAsOf('2024-05-11T11:59:59.999Z'), undefined);
    assert.equal(await valueAsOf('2024-05-11T14:00:00+02:00'), 1);
    assert.equal(await valueAsOf('2024-05-11T14:00'), 1);
    assert.equal(await valueAsOf('2024-05-12 00:29'), 1);
    assert.equal(await valueAsOf('2024-05-12T00:30'), 2);
  });

  it('asOf as a date or a keyword means its end', async () => {
    assert.equal(await valueAsOf('2024-05-10'), undefined);
    assert.equal(await valueAsOf('2024-05-11'), 1);
    assert.equal(await valueAsOf('yesterday'), 1);
    assert.equal(await valueAsOf('Yesterday-1'), undefined);
    assert.equal(await valueAsOf('2024-04'), undefined);
  });

  it('asOf means now if it is left out, empty or in the future', async () => {
    for (const text of ['', '  ', 'today', '2024-05-12', '2024-05-12T13:00:00Z', '2030', 'eoy']) {
      assert.equal(await valueAsOf(text), 3, text);
    }
  });

  it('keywords go by the clock of asOf', async () => {
    const body = { SeriesId: 'dehrprice', FromDateTime: 'today', ToDateTime: 'today' };
    const metaOf = async (AsOf: string) =>
      (await world.post('/api/fundamental/series', { ...body, AsOf })).body.Meta;
    const { from, to } = await metaOf('2024-05-11T20:00:00Z');
    assert.deepEqual([from, to], ['2024-05-11T00:00:00', '2024-05-11T23:59:59']);
    // It is a quarter past midnight in the market.
    assert.equal((await metaOf('2024-05-11T22:15:00Z')).from, '2024-05-12T00:00:00');
  });

  it('asOf that names no time is refused, with every other field at fault', async () => {
    const body = { SeriesId: 'dehrprice', FromDateTime: 'soon', AsOf: 'before', TimeZone: 'Moon' };
    const answer = await world.post('/api/fundamental/series', body);
    assert.equal(answer.status, 400);
    const fields = answer.body.errors.map(({ field }: { field: string }) => field);
    assert.deepEqual(fields.sort(), ['AsOf', 'FromDateTime', 'TimeZone']);
    assertBlamed(
      await world.post('/api/fundamental/meta', { SeriesId: 'dehrprice', AsOf: 'last-1' }),
      400,
      'date_unknown',
      'AsOf',
    );
    assertBlamed(
      await world.post('/api/fundamental/meta', { SeriesId: 'dehrprice', AsOf: '0000-01-01' }),
      400,
      'date_out_of_range',
      'AsOf',
    );
    const wrong = await world.get(`${FORECAST}/short-term?area=XX&asOf=then`);
    const names = wrong.body.errors.map(({ field }: { field: string }) => field);
    assert.deepEqual(names, ['area', 'asOf']);
    assertBlamed(
      await world.post('/api/fundamental/meta', { SeriesId: 'dehrprice', AsOf: 5 }),
      400,
      'type_invalid',
      'AsOf',
    );
  });

  it('asOf before the beginning of the record is refused on every path', async (t) => {
    const kept = await World.open(t, { now: '2024-05-11T12:00:00Z' });
    await kept.load({ code: 'dehrprice', from: HOURS[0], values: [1] });
    await kept.loadRun('dehrprice', '2024-05-11T06:00:00Z', HOURS[1], [5, 6]);
    kept.setNow('2024-05-13T00:00:00Z');
    const bound = Date.parse('2024-05-12T00:00:00.250Z');
    const facts = { kind: 'compact' as const, actor: 'test', name: 'test', now: kept.now };
    await kept.store.compact(bound, facts);
    const early = '2024-05-12T00:00:00.249Z';
    for (const path of ['series', 'meta', 'series/multi']) {
      const ids = { SeriesId: 'dehrprice', SeriesIds: ['dehrprice'] };
      const ask = (AsOf: string) => kept.post(`/api/fundamental/${path}`, { ...ids, AsOf });
      const refused = await ask(early);
      assertBlamed(refused, 422, 'history_gone', 'AsOf');
      assert.match(refused.body.detail, /from 2024-05-12T00:00:01Z on/);
      assert.equal((await ask('2024-05-12T00:00:00.250Z')).status, 200, path);
    }
    const document = (asOf: string) => kept.get(`/api/v1/series/dehrprice?asOf=${asOf}`);
    assertBlamed(await document(early), 422, 'history_gone', 'asOf');
    assert.equal((await document('2024-05-12T00:00:01Z')).status, 200);
    const query = 'area=DE&balanceCategory=hrprice';
    for (const path of [
      ...['short-term', 'short-term/multiseries', 'short-term/bands'],
      ...['day-ahead', 'day-ahead/multiseries', 'issue-times', 'overview'],
    ]) {
      const ask = (asOf: string) => kept.get(`${FORECAST}/${path}?${query}&asOf=${asOf}`);
      assertBlamed(await ask(early), 422, 'history_gone', 'asOf');
      assert.equal((await ask('2024-05-12T00:00:01Z')).status, 200, path);
    }
  });
});
