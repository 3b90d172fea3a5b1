// FromDateTime and ToDateTime: the tables of grammar/, then random shifts against Temporal.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '#core/errors';
import { DAY_KEYWORDS, DOCUMENTED_KEYWORDS, KEYWORD_NAMES } from '#core/time/keywords';
import { MOMENT_FORMS, resolveFrom, resolveTo } from '#core/time/moment';
import { anyText } from '../../../harness/any-text.ts';
import { instantNearChange, MARKET_ZONE_NAMES, runs } from '../properties.ts';
import { readKeywordDays, readTexts } from './grammar/read-lists.ts';
import { referenceDays } from './keyword-reference.ts';
import { contextAt, extentOf, refusalOf, spanOf } from './moment-cases.ts';
import { at, BERLIN, dawnOf, show, showUtc, zoned } from './temporal.ts';

suite('keywords name days of the market', () => {
  for (const { title, zoneName, now, cases } of readKeywordDays()) {
    test(`the keywords name the listed days: ${title} (${zoneName}, ${now})`, () => {
      const context = contextAt(at(now), zoneName);
      for (const { text, firstDay, lastDay } of cases) {
        const [first, last] = spanOf(text, context);
        assert.equal(show(first, zoneName), show(dawnOf(firstDay, zoneName), zoneName), text);
        const dayAfter = Temporal.PlainDate.from(lastDay).add({ days: 1 }).toString();
        assert.equal(show(last, zoneName), show(dawnOf(dayAfter, zoneName) - 1, zoneName), text);
      }
    });
  }

  test('every full table has every keyword, unshifted and shifted both ways', () => {
    const sections = readKeywordDays().filter(({ cases }) => cases.length > 50);
    assert.ok(sections.length >= 12);
    for (const { title, cases } of sections) {
      for (const { name } of DAY_KEYWORDS) {
        const shifts = cases
          .filter(({ text }) => text.replace(/[+-]\d+$/, '') === name)
          .map(({ text }) => text.slice(name.length, name.length + 1));
        assert.deepEqual([...new Set(shifts)].sort(), ['', '+', '-'], `${name}, ${title}`);
      }
    }
  });

  test('any keyword with any shift names the days of Temporal’s calendar', () => {
    const someCase = fc.constantFrom(...MARKET_ZONE_NAMES).chain((zoneName) =>
      fc.record({
        zoneName: fc.constant(zoneName),
        now: instantNearChange(zoneName, 3 * 86_400_000),
        keyword: fc.constantFrom(...DAY_KEYWORDS.map(({ name }) => name)),
        shift: fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -1900, max: 7900 })),
      }),
    );
    fc.assert(
      fc.property(someCase, ({ zoneName, now, keyword, shift }) => {
        const today = zoned(now, zoneName).toPlainDate();
        const { first, last } = referenceDays(keyword, today, shift);
        const text = `${keyword}${shift < 0 ? '' : '+'}${shift}`;
        const [from, to] = spanOf(text, contextAt(now, zoneName));
        assert.equal(show(from, zoneName), show(dawnOf(`${first}`, zoneName), zoneName), text);
        const end = dawnOf(last.add({ days: 1 }).toString(), zoneName);
        assert.equal(show(to, zoneName), show(end - 1, zoneName), text);
      }),
      runs(3_000),
    );
  });
});

suite('days at the clock change', () => {
  const cases: [string, string, string, string][] = [
    ['2024-03-31T12:00', 'today', '2024-03-31T00:00:00+01:00', '2024-03-31T23:59:59.999+02:00'],
    ['2024-03-30T12:00', 'dayahead', '2024-03-31T00:00:00+01:00', '2024-03-31T23:59:59.999+02:00'],
    ['2024-03-31T12:00', 'month', '2024-03-01T00:00:00+01:00', '2024-03-31T23:59:59.999+02:00'],
    ['2024-03-31T12:00', 'eoq', '2024-03-31T00:00:00+01:00', '2024-03-31T23:59:59.999+02:00'],
    ['2024-10-27T12:00', 'today', '2024-10-27T00:00:00+02:00', '2024-10-27T23:59:59.999+01:00'],
    ['2024-10-28T12:00', 'yesterday', '2024-10-27T00:00:00+02:00', '2024-10-27T23:59:59.999+01:00'],
    ['2024-10-27T12:00', 'eow', '2024-10-27T00:00:00+02:00', '2024-10-27T23:59:59.999+01:00'],
    ['2024-10-27T12:00', 'month', '2024-10-01T00:00:00+02:00', '2024-10-31T23:59:59.999+01:00'],
    ['2024-05-15T10:00', 'year', '2024-01-01T00:00:00+01:00', '2024-12-31T23:59:59.999+01:00'],
  ];
  for (const [now, text, first, last] of cases) {
    test(`at ${now} ${text} runs from ${first} to ${last}`, () => {
      assert.deepEqual(
        spanOf(text, contextAt(at(now))).map((instant) => show(instant)),
        [first, last],
      );
    });
  }
});

suite('texts that are read', () => {
  const series = extentOf('hour', '2020-01-01T00:00', '2024-05-14T23:00');
  const context = contextAt(at('2024-05-15T10:00'), BERLIN, series);
  for (const { text, second, third } of readTexts('moments-valid.txt')) {
    test(`${JSON.stringify(text)} is ${second} as From and ${third} as To`, () => {
      assert.deepEqual(spanOf(text, context).map(showUtc), [
        showUtc(at(second)),
        showUtc(at(third)),
      ]);
    });
  }
});

suite('texts that are refused', () => {
  const context = contextAt(at('2024-05-15T10:00'));
  const addition: Record<string, string> = {
    shift: ' (a shift is a sign and one to four digits, such as -7)',
    '-': '',
  };
  for (const { text, second: code, third: hint } of readTexts('moments-invalid.txt')) {
    test(`${JSON.stringify(text)} is refused with ${code}`, () => {
      for (const [field, resolve] of [
        ['FromDateTime', resolveFrom],
        ['ToDateTime', resolveTo],
      ] as const) {
        const refusal = refusalOf(() => resolve(text, field, context));
        assert.equal(refusal.code, code);
        assert.ok(refusal.message.startsWith(`${field}: `), refusal.message);
        assert.ok(refusal.message.includes(JSON.stringify(text)), 'repeats what was given');
        assert.equal(refusal.faults[0]?.field, field);
        if (code === 'date_unknown') {
          const added = addition[hint] ?? ` (did you mean ${hint}?)`;
          assert.ok(refusal.message.endsWith(`${JSON.stringify(text)}${added}`), refusal.message);
          assert.deepEqual(refusal.faults[0]?.allowed, MOMENT_FORMS);
        }
      }
    });
  }

  test('a refusal lists every keyword and every form of date of the documents as allowed', () => {
    for (const name of DOCUMENTED_KEYWORDS) assert.ok(MOMENT_FORMS.includes(`${name}[±n]`), name);
    for (const form of ['yyyy', 'yyyy-MM', 'yyyy-MM-dd', 'yyyy/MM/dd']) {
      assert.ok(MOMENT_FORMS.includes(form), form);
    }
  });

  test('any text is read or refused, and From of a read text lies before To', () => {
    const fragment = fc.oneof(
      fc.constantFrom(...KEYWORD_NAMES, '2024', '-05', '/05', '-17', 'T10:00', ':30', '.5', 'Z'),
      fc.constantFrom('+', '-', '+02:00', ' ', '0', '7', '9999', '0000', '10:61', '02:30', 'eo'),
      fc.string({ maxLength: 3 }),
    );
    const someText = fc.oneof(
      fc.array(fragment, { maxLength: 5 }).map((parts) => parts.join('')),
      anyText({ maxLength: 200 }),
    );
    fc.assert(
      fc.property(someText, (text) => {
        try {
          const from = resolveFrom(text, 'FromDateTime', context);
          const to = resolveTo(text, 'ToDateTime', context);
          assert.equal(from === undefined, to === undefined);
          if (from !== undefined && to !== undefined) assert.ok(from < to);
        } catch (error) {
          assert.ok(error instanceof Refusal, String(error));
          assert.ok(['date_unknown', 'date_out_of_range'].includes(error.code));
        }
      }),
      runs(5_000),
    );
  });
});
