// Stepping From and To by their own span, and the spans that people name.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { HOUR_MS } from '#core/time/instant';
import { findZone } from '#core/time/zone';
import { datePresets } from '#explorer/series/date-presets.ts';
import {
  type Ends,
  isoDay,
  spanOfEnds,
  stepRange,
  wholeDays,
  writeDays,
} from '#explorer/series/step-range.ts';

const market = findZone('Europe/Berlin')!;
const at = (text: string): number => Date.parse(text);
const contextAt = (now: string) => ({ now: at(now), market, shown: market });
const context = contextAt('2026-11-13T09:00:00Z');
const QUARTER_MS = HOUR_MS / 4;

const step = (from: string, to: string, direction: -1 | 1, stepMs = HOUR_MS): string => {
  const next = stepRange({ from, to }, direction, context, stepMs);
  return next ? `${next.from} ${next.to}` : 'none';
};

/** The days of a span, by their dates. */
const daysOf = (ends: Ends): string[] => {
  const days = wholeDays(spanOfEnds(ends, context)!, market)!;
  return [isoDay(days.start), isoDay(days.end - 1)];
};

suite('stepping by the span', () => {
  test('keywords stay keywords, in their own unit', () => {
    assert.equal(step('week-1', 'week-1', -1), 'week-2 week-2');
    assert.equal(step('week-1', 'week-1', 1), 'week week');
    assert.equal(step('month', 'month', -1), 'month-1 month-1');
    assert.equal(step('today', 'today', 1), 'today+1 today+1');
    assert.equal(step('today-14', 'today+7', -1), 'today-36 today-15');
    assert.equal(step('monday-1', 'sunday-1', 1), 'monday sunday');
    assert.equal(step('boy', 'eoy', -1), 'boy-1 eoy-1');
    assert.equal(step('q1', 'q4', 1), 'q1+1 q4+1');
    assert.equal(step('quarter', 'quarter', -1), 'quarter-1 quarter-1');
  });

  test('a calendar month steps by the month, a week stays an ISO week', () => {
    assert.equal(step('2026-03', '2026-03', -1), '2026-02 2026-02');
    assert.equal(step('2026-03-01', '2026-03-31', 1), '2026-04 2026-04');
    assert.equal(step('2026-01', '2026-03', -1), '2025-10-01 2025-12-31');
    assert.equal(step('2026', '2026', -1), '2025-01-01 2025-12-31');
    assert.equal(step('2026-W01', '2026-W01', -1), '2025-W52 2025-W52');
    assert.equal(step('2026-W53', '2026-W53', 1), '2027-W01 2027-W01');
    assert.equal(step('2024-02-29', '2024-02-29', 1), '2024-03-01 2024-03-01');
  });

  test('a week over a clock change stays a market week', () => {
    assert.equal(step('2026-10-19', '2026-10-25', 1), '2026-W44 2026-W44');
    assert.equal(step('2026-W43', '2026-W43', 1), '2026-W44 2026-W44');
    assert.equal(step('2026-03-24', '2026-03-30', -1), '2026-03-17 2026-03-23');
  });

  test('keywords that do not name the wanted days become dates', () => {
    // From the first of the month to today: 13 days.
    assert.equal(step('month', 'today', -1), '2026-10-19 2026-10-31');
    assert.equal(step('month', '2026-11-13', -1), '2026-10-19 2026-10-31');
  });

  test('instants step by the intervals between them, the last one included', () => {
    const [from, to] = ['2026-11-09T10:00', '2026-11-09T14:00'];
    assert.equal(step(from, to, 1), '2026-11-09T15:00 2026-11-09T19:00');
    assert.equal(
      step(from, '2026-11-09T10:45', 1, QUARTER_MS),
      '2026-11-09T11:00 2026-11-09T11:45',
    );
  });

  test('a span that only the series can settle has no step', () => {
    assert.equal(step('first', '', -1), 'none');
    assert.equal(step('todya', 'today', -1), 'none');
    assert.equal(step('today', 'today-3', -1), 'none');
  });

  test('any span of days steps to the days beside it, and back', () => {
    const day = fc.integer({ min: 18_000, max: 22_000 });
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 400 }), (start, length) => {
        const ends = writeDays({ start, end: start + length });
        const before = daysOf(ends);
        const first = Temporal.PlainDate.from(before[0]!);
        const after = Temporal.PlainDate.from(before[1]!).add({ days: 1 });
        const later = stepRange(ends, 1, context, HOUR_MS)!;
        const isMonths = first.day === 1 && after.day === 1;
        const months = (after.year - first.year) * 12 + after.month - first.month;
        const end = isMonths ? after.add({ months }) : after.add({ days: length });
        assert.deepEqual(daysOf(later), [`${after}`, `${end.subtract({ days: 1 })}`]);
        // Days beside it that happen to be whole months step by months.
        const isBackByMonths = after.day === 1 && end.day === 1;
        if (isBackByMonths === isMonths) {
          assert.deepEqual(daysOf(stepRange(later, -1, context, HOUR_MS)!), before);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('any keyword that steps as a keyword names the days beside it', () => {
    const now = fc.integer({ min: at('2019-01-01T00:00Z'), max: at('2031-01-01T00:00Z') });
    const keyword = fc.constantFrom('today', 'week', 'month', 'quarter', 'year', 'friday', 'eom');
    fc.assert(
      fc.property(now, keyword, fc.integer({ min: -60, max: 60 }), (instant, name, shift) => {
        const text = `${name}${shift < 0 ? '' : '+'}${shift}`;
        const here = { ...context, now: instant };
        const span = spanOfEnds({ from: text, to: text }, here)!;
        const later = stepRange({ from: text, to: text }, 1, here, HOUR_MS)!;
        assert.equal(spanOfEnds(later, here)!.start, span.end, `${text} → ${later.from}`);
      }),
      { numRuns: 500 },
    );
  });
});

suite('spans that people name', () => {
  const named = (now: string, name: string): string[] => {
    const here = contextAt(now);
    const preset = datePresets(market.dayOf(here.now)).find((one) => one.name === name)!;
    const days = wholeDays(spanOfEnds(preset, here)!, market)!;
    return [isoDay(days.start), isoDay(days.end - 1)];
  };

  test('each preset names its days', () => {
    const cases: [string, string, string][] = [
      ['Yesterday', '2026-11-12', '2026-11-12'],
      ['Today', '2026-11-13', '2026-11-13'],
      ['Day-ahead', '2026-11-14', '2026-11-14'],
      ['This week', '2026-11-09', '2026-11-15'],
      ['Last week', '2026-11-02', '2026-11-08'],
      ['This month', '2026-11-01', '2026-11-30'],
      ['Last month', '2026-10-01', '2026-10-31'],
      ['Same week last year', '2025-11-10', '2025-11-16'],
    ];
    for (const [name, first, last] of cases) {
      assert.deepEqual(named('2026-11-13T09:00:00Z', name), [first, last], name);
    }
    assert.equal(datePresets(0).length, cases.length);
  });

  test('the same week last year has the same number, also after a year of 53 weeks', () => {
    // 2027-W10 and 2026-W10: 2026 has 53 weeks.
    assert.deepEqual(named('2027-03-10T12:00:00Z', 'Same week last year'), [
      '2026-03-02',
      '2026-03-08',
    ]);
    // 2026-W53 has no week of its number in 2025: the last one.
    assert.deepEqual(named('2026-12-30T12:00:00Z', 'Same week last year'), [
      '2025-12-22',
      '2025-12-28',
    ]);
    // Late on a Sunday in UTC it is Monday in the market.
    assert.deepEqual(named('2026-11-08T23:30:00Z', 'Same week last year'), [
      '2025-11-10',
      '2025-11-16',
    ]);
  });
});
