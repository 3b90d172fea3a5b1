// GET /api/v1/status/feeds: how new the values of each series are, as a plan sees it.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';

const PATH = '/api/v1/status/feeds';
const NOW = '2024-05-17T12:00:00Z';
const world = await World.open({ after }, { now: NOW });

interface Feed {
  readonly seriesId: string;
  readonly state: string;
}

const hours = (count: number): number[] => new Array(count).fill(1);
const price = (area: string) => ({ area, category: 'hrprice' });
const expect = (pattern: string, text: string, source = '') =>
  world.store.write((writer) =>
    writer.putExpectation({ pattern, source, expect: text, since: world.now }),
  );

// Prices of DE end with today, those of NO1 with tomorrow; the clock shows 14:00 in Berlin.
await world.load({
  code: 'dehrprice',
  ...price('DE'),
  from: '2024-05-16T22:00Z',
  values: hours(24),
});
await world.load({
  code: 'no1hrprice',
  ...price('NO1'),
  from: '2024-05-16T22:00Z',
  values: hours(48),
});
const gappy = [1, null, null, 1, null, 1];
await world.load({ code: 'dehrcons', area: 'DE', from: '2024-05-17T05:00Z', values: gappy });
await world.load({ code: 'dewkreservoir', area: 'DE', resolution: 'week' });
// A feed as the collector remembers it.
const memory = { sinceDay: 19_800, points: ['fxeurnok'], runs: [], asked: [], everyMs: 21_600_000 };
await world.store.putSetting('collect/ecb/rates', JSON.stringify(memory));
const rates = [1, 1, 1, null, null, 1, null, 1, 1];
await world.load({ code: 'fxeurnok', resolution: 'day', from: '2024-05-07T22:00Z', values: rates });
await expect('*hrprice', 'by 13:15 through tomorrow');
await expect('dehrcons', 'within PT2H');

const statesOf = async (query: string, as = 'trader'): Promise<string[]> => {
  const { body } = await world.get(`${PATH}?${query}`, as);
  return body.feeds.map(({ seriesId, state }: Feed) => `${seriesId} ${state}`);
};

describe('the status of feeds', () => {
  it('the list has each series in the order of codes, with its state', async () => {
    assert.deepEqual(await statesOf(''), [
      'dehrcons fresh',
      'dehrprice late',
      'dewkreservoir not-expected',
      'fxeurnok fresh',
      'no1hrprice fresh',
    ]);
    const { body, headers } = await world.get(PATH);
    assert.deepEqual([body.now, body.next], [NOW, null]);
    assert.equal(headers['cache-control'], 'no-store');
  });

  it('each entry says what is known, what is expected and by which rule', async () => {
    const { body } = await world.get(`${PATH}?series=dehrprice`);
    assert.deepEqual(body.feeds, [
      {
        ...{ seriesId: 'dehrprice', area: 'DE', resolution: 'hour', state: 'late' },
        ...{ lastValue: '2024-05-17T21:00:00Z', knownUntil: '2024-05-17T22:00:00Z' },
        ...{
          lastUpdated: NOW,
          expectedBy: '2024-05-17T11:15:00Z',
          lateSince: '2024-05-17T11:15:00Z',
        },
        holes: { count: 0, missing: 0, first: null },
        rule: { expect: 'by 13:15 through tomorrow', series: '*hrprice', source: null },
        ...{ source: null, feed: null },
      },
    ]);
  });

  it('each entry counts the holes between values', async () => {
    const { body } = await world.get(`${PATH}?series=dehrcons`);
    assert.deepEqual(body.feeds[0].holes, { count: 2, missing: 3, first: '2024-05-17T06:00:00Z' });
  });

  it('an entry follows the schedule of a collected series, whose free days are no holes', async () => {
    const { body } = await world.get(`${PATH}?series=fx*`);
    const { rule, source, feed, holes, expectedBy } = body.feeds[0];
    assert.deepEqual(rule, { expect: 'collected every PT6H', series: null, source: 'ecb' });
    assert.deepEqual([source, feed], ['ecb', 'ecb/rates']);
    // Saturday and Sunday have no rates; Tuesday should have.
    assert.deepEqual(holes, { count: 1, missing: 1, first: '2024-05-13T22:00:00Z' });
    // Friday's rates come at 16:00; two passes of six hours and half an hour may be missed.
    assert.equal(expectedBy, '2024-05-18T02:30:00Z');
  });

  it('the list is narrowed by pattern, area and state, and paged', async () => {
    assert.deepEqual(await statesOf('state=late'), ['dehrprice late']);
    assert.deepEqual(await statesOf('area=de&state=fresh,not-expected'), [
      'dehrcons fresh',
      'dewkreservoir not-expected',
    ]);
    assert.deepEqual(await statesOf('series=no*,*cons'), ['dehrcons fresh', 'no1hrprice fresh']);
    const seen: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const { body } = await world.get(`${PATH}?limit=2&after=${next}`);
      assert.ok(body.feeds.length <= 2);
      seen.push(...body.feeds.map(({ seriesId }: Feed) => seriesId));
      next = body.next;
    }
    assert.deepEqual(seen, ['dehrcons', 'dehrprice', 'dewkreservoir', 'fxeurnok', 'no1hrprice']);
  });

  it('the list shows a plan its own series only', async () => {
    const all = await statesOf('');
    const own = await statesOf('', 'german');
    assert.ok(own.length < all.length && own.length > 0, own.join());
    assert.ok(
      own.every((text) => text.startsWith('de')),
      own.join(),
    );
    assertRefused(await world.get(PATH, null), 401, 'token_missing');
  });

  it('figures have the late series by source and rule', async () => {
    const lines = (await world.get('/metrics', null)).text.split('\n');
    const of = (name: string) =>
      lines.filter((line) => line.startsWith(`gridtide_${name}{`)).sort();
    assert.deepEqual(of('late_series'), [
      'gridtide_late_series{source="",rule="*hrprice"} 1',
      'gridtide_late_series{source="",rule="dehrcons"} 0',
      'gridtide_late_series{source="ecb",rule="(collected)"} 0',
    ]);
    assert.equal(
      of('lateness_seconds')[0],
      'gridtide_lateness_seconds{source="",rule="*hrprice"} 2700',
    );
  });

  it('the server refuses states, patterns and limits that do not exist', async () => {
    for (const [query, field] of [
      ['state=lat', 'state'],
      ['series=%20de!', 'series'],
      ['limit=1001', 'limit'],
      [`area=${new Array(51).fill('DE').join()}`, 'area'],
    ] as const) {
      const problem = assertRefused(await world.get(`${PATH}?${query}`), 400, 'field_invalid');
      assert.equal(problem.errors![0]!.field, field);
    }
  });

  it('the most specific pattern counts, and one with a source before one without', async () => {
    await expect('*', 'within PT1M');
    await expect('fx*', 'none');
    await expect('fx*', 'within P9D', 'ecb');
    const { body } = await world.get(PATH);
    assert.deepEqual(
      body.feeds.map(({ rule }: { rule: { expect: string } }) => rule.expect),
      [
        ...['within PT2H', 'by 13:15 through tomorrow', 'within PT1M', 'within P9D'],
        'by 13:15 through tomorrow',
      ],
    );
  });
});
