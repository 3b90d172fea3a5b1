// Instants of the forecast interface, with every spelling that existing programs send.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '#core/errors';
import { formatUtc } from '#core/time/instant';
import { parseUtcMoment, UTC_FORMS } from '#core/time/utc-moment';
import { anyText } from '../../../harness/any-text.ts';
import { anyInstant, runs } from '../properties.ts';
import { showUtc } from './temporal.ts';

const CASES: Record<string, [string, string][]> = {
  'the documents’ form is read': [
    ['2024-05-17T10:00:00Z', '2024-05-17T10:00:00Z'],
    ['2024-05-17t10:00:00z', '2024-05-17T10:00:00Z'],
    ['2024-05-17T10:00:00', '2024-05-17T10:00:00Z'],
    ['2024-05-17T10:00', '2024-05-17T10:00:00Z'],
    ['2024-05-17 10:00:30', '2024-05-17T10:00:30Z'],
    ['  2024-05-17T10:00:00Z  ', '2024-05-17T10:00:00Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
  ],
  'a date alone is its 00:00Z': [
    ['2024-05-17', '2024-05-17T00:00:00Z'],
    ['2024/05/17', '2024-05-17T00:00:00Z'],
    ['2024.05.17', '2024-05-17T00:00:00Z'],
  ],
  'dots, as spreadsheets in some locales write them, are read': [
    ['2024.05.17T10.00.00Z', '2024-05-17T10:00:00Z'],
    ['2024.05.17 10.30.15', '2024-05-17T10:30:15Z'],
    ['2024-05-17T10.00.00Z', '2024-05-17T10:00:00Z'],
    ['2024.05.17T10:00:00Z', '2024-05-17T10:00:00Z'],
    ['2024-05-17 10.30', '2024-05-17T10:30:00Z'],
  ],
  'a text that is encoded once more is read': [
    ['2024-05-17T10%3A00%3A00Z', '2024-05-17T10:00:00Z'],
    ['2024-05-17T10%3a00%3a00Z', '2024-05-17T10:00:00Z'],
    ['2024%2F05%2F17', '2024-05-17T00:00:00Z'],
    ['2024%2f05%2f17', '2024-05-17T00:00:00Z'],
    ['2024-05-17%2010%3A00%3A00', '2024-05-17T10:00:00Z'],
    ['2024-05-17T10%3A00%3A00%2B02%3A00', '2024-05-17T08:00:00Z'],
  ],
  'an offset says which instant is meant': [
    ['2024-05-17T10:00:00+02:00', '2024-05-17T08:00:00Z'],
    ['2024-05-17T10:00:00+0200', '2024-05-17T08:00:00Z'],
    ['2024-05-17T10:00:00-05:00', '2024-05-17T15:00:00Z'],
    ['2024-05-17T10:00:00+05:30', '2024-05-17T04:30:00Z'],
    ['2024-05-17T00:30:00+01:00', '2024-05-16T23:30:00Z'],
    ['2024-10-27T02:30:00+02:00', '2024-10-27T00:30:00Z'],
    ['2024-10-27T02:30:00+01:00', '2024-10-27T01:30:00Z'],
  ],
  'a plus that arrived as a blank is a plus': [
    ['2024-05-17T10:00:00 02:00', '2024-05-17T08:00:00Z'],
    ['2024-05-17 10:00:00 0200', '2024-05-17T08:00:00Z'],
    ['2024-05-17T10:00 00:00', '2024-05-17T10:00:00Z'],
  ],
};

const REFUSED = [
  '',
  ' ',
  'today',
  '2024',
  '2024-05',
  '2024-5-17',
  '17.05.2024',
  '20240517',
  '2024-13-01',
  '2024-00-10',
  '2024-05-00',
  '2024-05-32',
  '2023-02-29',
  '2024-02-30',
  '0000-01-01',
  '2024-05-17T',
  '2024-05-17T10',
  '2024-05-17T24:00:00Z',
  '2024-05-17T10:60:00Z',
  '2024-05-17T10:00:60Z',
  '2024-05-17T10:00:00+15:00',
  '2024-05-17T10:00:00+02:60',
  '2024-05-17T10:00:00+2',
  '2024-05-17Z',
  '2024-05-17T10:00:00ZZ',
  '2024-05-17T10:00:00 Z',
  '%',
  '%2',
  '2024-05-17%',
  '2024-05-17%ZZ',
  '2024%252F05%252F17',
  '%C3%28',
  '12024-05-17',
  '2024-05-17T10:00:00Z; drop table runs',
  '２０２４-05-17',
];

suite('UTC moments', () => {
  for (const [title, cases] of Object.entries(CASES)) {
    test(title, () => {
      for (const [given, expected] of cases) {
        assert.equal(showUtc(parseUtcMoment(given, 'startDate')), expected, given);
      }
    });
  }

  test('offsets are read up to fourteen hours and fifty-nine minutes', () => {
    const read = (text: string): string => showUtc(parseUtcMoment(text, 'startDate'));
    assert.equal(read('2024-05-17T10:00:00+14:00'), '2024-05-16T20:00:00Z');
    assert.equal(read('2024-05-17T10:00:00-05:59'), '2024-05-17T15:59:00Z');
  });

  test('a refusal names the three plainest forms', () => {
    assert.deepEqual(UTC_FORMS, ['yyyy-MM-ddTHH:mm:ssZ', 'yyyy-MM-dd', 'yyyy/MM/dd']);
  });

  test('fractions of a second are read to the millisecond', () => {
    const whole = parseUtcMoment('2024-05-17T10:00:00Z', 'startDate');
    for (const [fraction, ms] of [
      ['.000', 0],
      ['.5', 500],
      ['.123', 123],
      ['.0009999', 0],
    ] as const) {
      assert.equal(parseUtcMoment(`2024-05-17T10:00:00${fraction}Z`, 'startDate'), whole + ms);
    }
  });

  test('the interface reads what it writes', () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const second = Math.floor(instant / 1000) * 1000;
        assert.equal(parseUtcMoment(formatUtc(second), 'issueTime'), second);
        assert.equal(parseUtcMoment(encodeURIComponent(formatUtc(second)), 'issueTime'), second);
      }),
      runs(1_000),
    );
  });

  for (const given of REFUSED) {
    test(`${JSON.stringify(given)} is refused, naming its field`, () => {
      assert.throws(
        () => parseUtcMoment(given, 'endDate'),
        (error) => {
          assert.ok(error instanceof Refusal);
          assert.equal(error.code, 'date_unknown');
          assert.ok(error.message.startsWith('endDate: '), error.message);
          assert.ok(error.message.includes(JSON.stringify(given)), error.message);
          assert.deepEqual(error.faults[0]?.allowed, UTC_FORMS);
          return true;
        },
      );
    });
  }

  test('any text is read or refused, and never an internal error', () => {
    const someText = fc.oneof(
      anyText({ maxLength: 60 }),
      fc
        .array(
          fc.constantFrom(
            '2024',
            '-',
            '/',
            '.',
            '05',
            '17',
            'T',
            '10',
            ':',
            '%3A',
            '%',
            ' ',
            'Z',
            '+',
          ),
          { maxLength: 14 },
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(someText, (given) => {
        try {
          assert.ok(Number.isInteger(parseUtcMoment(given, 'startDate')));
        } catch (error) {
          assert.ok(error instanceof Refusal, String(error));
        }
      }),
      runs(3_000),
    );
  });
});
