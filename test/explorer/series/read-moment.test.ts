// The notes beneath From and To during typing, and the links with fixed dates.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { gridOf } from '#core/time/grid';
import { DAY_KEYWORDS } from '#core/time/keywords';
import { parseMoment, resolveFrom, resolveTo, settleMoment } from '#core/time/moment';
import { resolutionOf } from '#core/time/resolution';
import { findZone, UTC } from '#core/time/zone';
import { fixRange } from '#explorer/series/fixed-range.ts';
import { PRESETS, presetOf } from '#explorer/series/presets.ts';
import { DEFAULT_RANGE } from '#view/address/range-address';
import { faultOfOrder, readMoment, suggestionsIn } from '#view/values/read-moment';

const market = findZone('Europe/Berlin')!;
const now = Date.parse('2026-11-15T10:00:00Z');
const grid = gridOf(resolutionOf('hour'), market);
const extent = {
  grid,
  firstIndex: grid.indexOf(Date.parse('2021-01-01T00:00:00Z')),
  lastIndex: grid.indexOf(Date.parse('2026-11-15T09:00:00Z')),
};
const context = { now, market, shown: market, extent };

suite('a typed date', () => {
  test('the note of From is the first instant, that of To the end', () => {
    assert.equal(readMoment('today-14', 'from', context).note, 'Sun 1 Nov 2026, 00:00');
    assert.equal(readMoment('today+7', 'to', context).note, 'until Mon 23 Nov 2026, 00:00');
    assert.equal(readMoment('2024-05', 'to', context).note, 'until Sat 1 Jun 2024, 00:00');
    assert.equal(readMoment('2024-05-17T10:00', 'to', context).note, 'Fri 17 May 2024, 10:00');
  });

  test('dates are the market’s and are written in the zone that is shown', () => {
    const note = readMoment('2026-11-01', 'from', { ...context, shown: UTC }).note;
    assert.equal(note, 'Sat 31 Oct 2026, 23:00');
  });

  test('first and last are resolved by the series, or written in words until it is known', () => {
    assert.equal(readMoment('last', 'from', context).note, 'Sun 15 Nov 2026, 10:00');
    assert.equal(readMoment('first', 'from', context).note, 'Fri 1 Jan 2021, 01:00');
    const unknown = { ...context, extent: undefined };
    assert.equal(readMoment('first', 'from', unknown).note, 'the first value');
    assert.equal(readMoment('last-24', 'to', unknown).note, 'the last value, −24 steps');
    const empty = { ...context, extent: { grid, firstIndex: null, lastIndex: null } };
    assert.equal(readMoment('last', 'to', empty).note, 'the series has no value yet');
  });

  test('an empty field stands for the series’ own edge', () => {
    assert.equal(readMoment('', 'from', context).note, 'Fri 1 Jan 2021, 01:00');
    assert.equal(readMoment(' ', 'to', context).note, 'the newest value or forecast');
  });

  test('what a refusal suggests can be chosen', () => {
    const suggested = (text: string) => suggestionsIn(readMoment(text, 'from', context).note);
    assert.deepEqual(suggested('todya'), ['today']);
    assert.deepEqual(suggested('last week'), ['week-1']);
    assert.deepEqual(suggested('11/12/2026'), ['2026-12-11', '2026-11-12']);
    assert.deepEqual(suggested('week 46'), ['2026-W46', 'week+46']);
    assert.deepEqual(suggested('2026-W54'), []);
    for (const text of ['todya', 'last week', '-7d', 'kw 7', '9 Nov', 'Tue 9 Nov 2026', '1/2/26']) {
      for (const one of suggested(text)) {
        assert.equal(readMoment(one, 'from', context).isValid, true, `${text}: ${one}`);
      }
    }
  });

  test('a misspelt keyword is refused with the nearest one', () => {
    const reading = readMoment('todya', 'from', context);
    assert.equal(reading.isValid, false);
    assert.equal(reading.note, 'unknown date or keyword "todya" (did you mean today?)');
    assert.equal(readMoment('2026-02-30', 'to', context).isValid, false);
    assert.equal(readMoment('today-99999', 'to', context).isValid, false);
    assert.equal(readMoment('year-9999', 'from', context).isValid, false);
  });

  test('a From after To is a fault, and the same day is none', () => {
    const from = (text: string) => readMoment(text, 'from', context);
    const to = (text: string) => readMoment(text, 'to', context);
    assert.equal(faultOfOrder(from('today'), to('yesterday')), 'From is after To');
    assert.equal(faultOfOrder(from('today'), to('today')), undefined);
    assert.equal(faultOfOrder(from('today'), to('todya')), undefined);
    assert.equal(faultOfOrder(from('today'), to('')), undefined);
  });
});

suite('range presets', () => {
  test('the page starts on a preset, and each preset is found again', () => {
    assert.equal(presetOf(DEFAULT_RANGE)?.name, '14d');
    for (const preset of PRESETS) assert.equal(presetOf(preset), preset);
    assert.equal(presetOf({ from: ' Today-7 ', to: 'TODAY+7' })?.name, '7d');
    assert.equal(presetOf({ from: 'today-7', to: 'today' }), undefined);
  });

  test('each preset names a span that the server takes', () => {
    for (const { from, to } of PRESETS) {
      const start = resolveFrom(from, 'from', { now, zone: market, series: extent })!;
      const end = to === '' ? now : resolveTo(to, 'to', { now, zone: market, series: extent })!;
      assert.ok(start < end, `${from}…${to}`);
    }
  });
});

suite('a link with its dates fixed', () => {
  const answered = {
    first: Date.parse('2021-01-01T00:00:00Z'),
    last: Date.parse('2026-11-24T23:00:00Z'),
  };
  const fix = (from: string, to: string) =>
    fixRange({ from, to }, { now, market, extent, answered });

  test('a fixed link turns keywords into dates and keeps dates as typed', () => {
    assert.deepEqual(fix('today-14', 'today+7'), { from: '2026-11-01', to: '2026-11-22' });
    assert.deepEqual(fix('month-1', 'month-1'), { from: '2026-10-01', to: '2026-10-31' });
    assert.deepEqual(fix('2024', '2024-05-17T10:00'), { from: '2024', to: '2024-05-17T10:00' });
  });

  test('a fixed link turns first and last into instants of the series', () => {
    assert.deepEqual(fix('last-335', 'last'), {
      from: '2026-11-01T10:00:00Z',
      to: '2026-11-15T09:00:00Z',
    });
  });

  test('a fixed link takes an edge left out from the server’s answer', () => {
    assert.deepEqual(fix('', ''), { from: '2021-01-01T00:00:00Z', to: '2026-11-24T23:00:00Z' });
    const unanswered = fixRange(
      { from: '', to: 'todya' },
      { now, market, extent, answered: undefined },
    );
    assert.deepEqual(unanswered, { from: '', to: 'todya' });
  });

  test('the fixed text of any day keyword names the same edges', () => {
    const keyword = fc
      .tuple(
        fc.constantFrom(...DAY_KEYWORDS.map(({ name }) => name)),
        fc.integer({ min: -60, max: 60 }),
      )
      .map(([name, shift]) => (shift === 0 ? name : `${name}${shift < 0 ? '' : '+'}${shift}`));
    fc.assert(
      fc.property(keyword, (text) => {
        const spanOf = (moment: string, occurrence: 'first' | 'second') =>
          settleMoment(parseMoment(moment, 'x', now, market, occurrence), extent, market)!;
        const fixed = fix(text, text);
        assert.equal(spanOf(fixed.from, 'first').start, spanOf(text, 'first').start);
        assert.equal(spanOf(fixed.to, 'second').end, spanOf(text, 'second').end);
      }),
    );
  });
});
