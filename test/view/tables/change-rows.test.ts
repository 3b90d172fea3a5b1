// What changed: the time that is compared with, the rows and their order, and the address.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangesAnswer } from '#contract/changes';
import { DAY_MS } from '#core/time/instant';
import { findZone } from '#core/time/zone';
import { readAddress, writeAddress } from '#view/address/address';
import { hoursText, rowsOf } from '#view/tables/change-rows';
import { readSince, sinceInstant } from '#view/tables/since';

const BERLIN = findZone('Europe/Berlin')!;
const at = (text: string): number => Date.parse(text);
const clock = { now: at('2026-11-13T09:03:21Z'), market: BERLIN, shown: BERLIN };

type Area = ChangesAnswer['areas'][number];

const areaOf = (
  description: string,
  then: (number | null)[],
  now: (number | null)[],
  figures: Partial<Area>,
): Area => ({
  ...{ area: description, description, seriesId: 'x', unit: 'MWh' },
  ...{ count: 0, added: 0, removed: 0, mean: null, largest: null },
  earlier: { observed: null, analyzedTime: null, source: null, values: then },
  current: { observed: null, analyzedTime: null, source: null, values: now },
  ...figures,
});

const answer = {
  areas: [
    areaOf('Austria', [1, 2, null], [3, null, 9], {
      ...{ count: 1, added: 1, removed: 1, mean: 2 },
      largest: { time: '2026-11-13T00:00:00Z', change: 2 },
    }),
    areaOf('Norway', [null], [1], { added: 1 }),
    areaOf('Belgium', [5, 5], [0, 1], {
      ...{ count: 2, mean: -4.5 },
      largest: { time: '2026-11-13T00:00:00Z', change: -5 },
    }),
    areaOf('Latvia', [1, 9], [10, 0], {
      ...{ count: 2, mean: 0 },
      largest: { time: '2026-11-13T00:00:00Z', change: 9 },
    }),
  ],
} as unknown as ChangesAnswer;

describe('the rows of what changed', () => {
  it('rows are in the order of the size of their change, up or down; what has none is last', () => {
    const namesIn = (order: 'mean' | 'largest' | 'area') =>
      rowsOf(answer, order).map(({ description }) => description);
    assert.deepEqual(namesIn('mean'), ['Belgium', 'Austria', 'Latvia', 'Norway']);
    assert.deepEqual(namesIn('largest'), ['Latvia', 'Belgium', 'Austria', 'Norway']);
    assert.deepEqual(namesIn('area'), ['Austria', 'Belgium', 'Latvia', 'Norway']);
  });

  it('means of then and now are over the hours that both have', () => {
    const rows = rowsOf(answer, 'area');
    assert.deepEqual(
      rows.map(({ meanThen, meanNow }) => [meanThen, meanNow]),
      [
        [1, 3],
        [5, 0.5],
        [5, 5],
        [undefined, undefined],
      ],
    );
    assert.deepEqual(rows.map(hoursText), ['1 h, 1 new, 1 gone', '2 h', '2 h', '0 h, 1 new']);
  });
});

describe('since when', () => {
  it('a span goes back from now, to five minutes', () => {
    assert.equal(sinceInstant('1h', clock), at('2026-11-13T08:00:00Z'));
    assert.equal(sinceInstant('1d', clock), at('2026-11-12T09:00:00Z'));
    assert.equal(sinceInstant('7d', clock), at('2026-11-13T09:00:00Z') - 7 * DAY_MS);
  });

  it('a typed time means its end, and must be past', () => {
    assert.equal(sinceInstant('2026-11-12T10:00', clock), at('2026-11-12T09:00:00Z'));
    assert.equal(sinceInstant('yesterday', clock), at('2026-11-12T23:00:00Z') - 1);
    for (const text of ['today', 'soon', 'first']) {
      assert.equal(sinceInstant(text, clock), undefined);
      assert.equal(readSince(text, clock).isValid, false);
    }
  });
});

describe('the address of what changed', () => {
  it('each choice is read and written, and defaults are left out', () => {
    for (const address of [
      '/changes',
      '/changes?since=7d&category=hrcons&area=NO1&order=largest&zone=utc',
      '/changes?since=2026-11-12T10%3A00',
    ])
      assert.equal(writeAddress(readAddress(address)), address);
    assert.equal(
      writeAddress(readAddress('/changes?since=&order=no&area=no1')),
      '/changes?area=NO1',
    );
    assert.equal(readAddress('/changes/de').page, 'not-found');
  });
});
