// Dates as people write them: any date in any spelling is that day, and what may mean two days is refused.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { tidyKeyword } from '#core/time/keywords';
import { resolveFrom } from '#core/time/moment';
import { runs } from '../properties.ts';
import { contextAt, refusalOf, spanOf } from './moment-cases.ts';
import { at, BERLIN, dawnOf, show } from './temporal.ts';

const context = contextAt(at('2026-11-16T10:00'));
const messageOf = (text: string): string =>
  refusalOf(() => resolveFrom(text, 'from', context)).message;

/** The names by the browser's and server's own tables of languages. */
const named = (date: Temporal.PlainDate, locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(
    Date.parse(`${date.toString()}T00:00Z`),
  );

const LOCALES = ['en-GB', 'de-DE', 'fr-FR', 'nb-NO'];
const STYLES: readonly ((date: Temporal.PlainDate, locale: string) => string)[] = [
  (date, locale) => `${date.day} ${named(date, locale, { month: 'long' })} ${date.year}`,
  (date, locale) => `${date.day}. ${named(date, locale, { month: 'short' })} ${date.year}`,
  (date, locale) => named(date, locale, { dateStyle: 'long' }),
  (date, locale) =>
    `${named(date, locale, { weekday: 'long' })} ${date.day} ${named(date, locale, { month: 'long' })} ${date.year}`,
  (date, locale) =>
    `${named(date, locale, { weekday: 'short' })} ${date.day} ${named(date, locale, { month: 'short' })} ${date.year}`,
  (date) => `${date.day}.${date.month}.${date.year}`,
  (date) =>
    `${String(date.day).padStart(2, '0')}.${String(date.month).padStart(2, '0')}.${date.year}`,
  (date) => named(date, 'en-US', { dateStyle: 'long' }),
  (date) => named(date, 'en-US', { dateStyle: 'medium' }),
];

suite('dates as people write them', () => {
  test('any day in any of four languages is that market day', () => {
    const someDay = fc
      .integer({ min: 0, max: 366 * 200 })
      .map((days) => Temporal.PlainDate.from('1900-01-01').add({ days }));
    fc.assert(
      fc.property(
        someDay,
        fc.constantFrom(...STYLES),
        fc.constantFrom(...LOCALES),
        (date, style, locale) => {
          const text = style(date, locale);
          const dayAfter = date.add({ days: 1 }).toString();
          assert.deepEqual(
            spanOf(text, context).map((instant) => show(instant)),
            [show(dawnOf(`${date}`, BERLIN)), show(dawnOf(dayAfter, BERLIN) - 1)],
            `${text} (${locale})`,
          );
        },
      ),
      runs(2_000),
    );
  });

  test('every month is known by its long and its short name in four languages', () => {
    for (const locale of LOCALES) {
      for (let month = 1; month <= 12; month++) {
        const date = Temporal.PlainDate.from({ year: 2026, month, day: 1 });
        for (const style of ['long', 'short'] as const) {
          const text = `${named(date, locale, { month: style })} 2026`;
          const [first] = spanOf(text, context);
          assert.equal(show(first), show(dawnOf(`${date}`, BERLIN)), `${text} (${locale})`);
        }
      }
    }
  });

  test('a week of any year is its seven days, over year ends and clock changes too', () => {
    const someWeek = fc.record({
      year: fc.integer({ min: 1901, max: 2100 }),
      week: fc.integer({ min: 1, max: 53 }),
    });
    fc.assert(
      fc.property(someWeek, ({ year, week }) => {
        const text = `${year}-W${String(week).padStart(2, '0')}`;
        // Slow and obvious: walk from 1 December of the year before to the week's Monday.
        let day = Temporal.PlainDate.from({ year: year - 1, month: 12, day: 1 });
        while (day.year <= year && !(day.yearOfWeek === year && day.weekOfYear === week))
          day = day.add({ days: 1 });
        if (day.year > year) {
          assert.match(messageOf(text), /has the weeks W01 to W52, not "\d{4}-W53"$/);
          return;
        }
        const expected = [dawnOf(`${day}`, BERLIN), dawnOf(`${day.add({ days: 7 })}`, BERLIN) - 1];
        assert.deepEqual(
          spanOf(text, context).map((instant) => show(instant)),
          expected.map((instant) => show(instant)),
          text,
        );
      }),
      runs(500),
    );
  });

  test('a week that the year does not have is refused, naming the last one', () => {
    assert.equal(
      messageOf('2026-W54'),
      'from: the year 2026 has the weeks W01 to W53, not "2026-W54"',
    );
    assert.equal(
      messageOf('2025-W53'),
      'from: the year 2025 has the weeks W01 to W52, not "2025-W53"',
    );
  });

  test('a weekday that is not the date’s own is refused, naming the right one', () => {
    assert.equal(
      messageOf('Tue 9 Nov 2026'),
      'from: 2026-11-09 is a Monday: "Tue 9 Nov 2026" (did you mean 2026-11-09?)',
    );
    assert.match(messageOf('So 14.11.2026'), /2026-11-14 is a Saturday/);
    assert.match(messageOf('Tue 30 Feb 2026'), /there is no such date/);
  });

  test('a date that may mean two days is refused, naming both', () => {
    const twoDays = (text: string, first: string, second: string) =>
      assert.equal(
        messageOf(text),
        `from: unknown date or keyword "${text}" (did you mean ${first} or ${second}?)`,
      );
    twoDays('11/12/2026', '2026-12-11', '2026-11-12');
    twoDays('11-12-2026', '2026-12-11', '2026-11-12');
    twoDays('1/2/26', '2026-02-01', '2026-01-02');
    assert.match(messageOf('13/11/2026'), /\(did you mean 2026-11-13\?\)$/);
    assert.match(messageOf('11/11/2026'), /\(did you mean 2026-11-11\?\)$/);
    assert.match(messageOf('30/30/2026'), /"30\/30\/2026"$/);
  });

  test('a week’s number after a blank is refused, naming the week and the shift', () => {
    assert.match(messageOf('week 46'), /\(did you mean 2026-W46 or week\+46\?\)$/);
    assert.match(messageOf('-2w'), /\(did you mean today-14 or week-2\?\)$/);
  });
});

suite('keywords as they were typed', () => {
  test('a keyword with blanks is written with its sign', () => {
    const cases: [string, string][] = [
      ['today 7', 'today+7'],
      [' Today - 7 ', 'today-7'],
      ['last 24', 'last+24'],
      ['today - 0', 'today+0'],
    ];
    for (const [typed, tidy] of cases) assert.equal(tidyKeyword(typed), tidy, typed);
  });

  test('any other text stays as typed', () => {
    for (const text of ['today+7', 'Today', ' week-1', '9 Nov 2026', 'week 46', 'today 1234', '']) {
      assert.equal(tidyKeyword(text), text);
    }
  });
});
