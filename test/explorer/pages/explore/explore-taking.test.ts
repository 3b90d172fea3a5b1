// What is taken away from Explore as text for a spreadsheet, and the time whose knowledge is shown.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findZone } from '#core/time/zone';
import { asOfInstant, placeOf, textOfPlace } from '#explorer/pages/explore/known/as-of.ts';
import { decimalSignOf, tabText } from '#explorer/series/tab-text.ts';

const BERLIN = findZone('Europe/Berlin')!;
const at = (text: string): number => Date.parse(text);

describe('text for a spreadsheet', () => {
  it('a row has local time and numbers with the decimal sign that is asked for', () => {
    // The clock is set back at 01:00 UTC.
    const times = [at('2026-10-25T00:00:00Z'), at('2026-10-25T01:00:00Z')].map((ms) => ms / 1000);
    const columns = [
      { name: 'price', cells: [-1.25, null] },
      { name: 'kind', cells: ['observed', null] },
    ];
    assert.equal(
      tabText(times, BERLIN, columns, ','),
      'Time (Europe/Berlin)\tprice\tkind\r\n' +
        '2026-10-25 02:00\t-1,25\tobserved\r\n2026-10-25 02:00\t\t\r\n',
    );
  });

  it('no cell can be a formula, or begin another cell', () => {
    const columns = [{ name: '=1+1\t2', cells: ['@a', 'b\nc'] }];
    const [head, first, second] = tabText([0, 3600], BERLIN, columns, '.').split('\r\n');
    assert.equal(head, "Time (Europe/Berlin)\t'=1+1 2");
    assert.equal(first, "1970-01-01 01:00\t'@a");
    assert.equal(second, '1970-01-01 02:00\tb c');
  });

  it('the decimal sign is that of the language', () => {
    assert.deepEqual(['en-GB', 'de-DE', 'nb-NO', 'fr-FR', 'de-CH'].map(decimalSignOf), [
      '.',
      ',',
      ',',
      ',',
      '.',
    ]);
  });
});

describe('the time whose knowledge is shown', () => {
  const now = at('2026-11-13T09:00:00Z');
  const clock = { now, market: BERLIN, shown: BERLIN };

  it('a keyword means its end, and what is not past means now', () => {
    assert.equal(asOfInstant('yesterday', clock), at('2026-11-12T23:00:00Z') - 1);
    assert.equal(asOfInstant('2026-11-12T10:00', clock), at('2026-11-12T09:00:00Z'));
    for (const text of [undefined, '', 'today', 'tomorrow', 'nonsense', 'first'])
      assert.equal(asOfInstant(text, clock), undefined);
  });

  it('a place on the slider is the last change at or before the time; the end is now', () => {
    const times = [100, 200, 300];
    assert.deepEqual(
      [50, 100, 199, 200, 999, undefined].map((asOf) => placeOf(times, asOf)),
      [0, 0, 0, 1, 2, 3],
    );
    assert.equal(textOfPlace(times, 1), '1970-01-01T00:00:00.200Z');
    assert.equal(textOfPlace(times, 3), undefined);
  });
});
