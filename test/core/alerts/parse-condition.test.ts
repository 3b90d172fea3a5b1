// The conditions of alerts: what is read, and what a refusal names.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Condition } from '#core/alerts/condition';
import { parseCondition } from '#core/alerts/parse-condition';
import { Refusal } from '#core/errors';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/instant';
import { runs, zoneNamed } from '../properties.ts';

const BERLIN = zoneNamed('Europe/Berlin');
const NOW = Date.UTC(2024, 4, 17, 10);

const parse = (text: string): Condition => parseCondition(text, 'condition', NOW, BERLIN);

function refusalOf(text: string): Refusal {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error(`not refused: ${text}`);
}

const PLAIN = {
  kind: 'values',
  pattern: 'dehrprice',
  comparison: '<',
  bound: 0,
  forMs: 0,
} as const;
const ALWAYS = { within: undefined, run: undefined };
const named = (from: string, to = from) => ({ kind: 'named', from, to }) as const;

suite('conditions of alerts', () => {
  const READ: readonly (readonly [string, Condition])[] = [
    ['dehrprice < 0', { ...PLAIN, ...ALWAYS }],
    ['DEHRPRICE<0', { ...PLAIN, ...ALWAYS }],
    ['dehrprice < -0', { ...PLAIN, ...ALWAYS }],
    [
      '*hrprice >= 1.5e2',
      { ...PLAIN, ...ALWAYS, pattern: '*hrprice', comparison: '>=', bound: 150 },
    ],
    ['dehrprice ≤ -20.5', { ...PLAIN, ...ALWAYS, comparison: '<=', bound: -20.5 }],
    ['dehrprice < 0 for 2h', { ...PLAIN, ...ALWAYS, forMs: 2 * HOUR_MS }],
    ['dehrprice < 0 for 90 minutes', { ...PLAIN, ...ALWAYS, forMs: 90 * MINUTE_MS }],
    ['dehrprice < 0 for PT2H30M', { ...PLAIN, ...ALWAYS, forMs: 150 * MINUTE_MS }],
    [
      'dehrprice < 0 for 2h within tomorrow',
      { ...PLAIN, ...ALWAYS, forMs: 2 * HOUR_MS, within: named('tomorrow') },
    ],
    [
      'dehrprice < 0 within today to today + 6',
      { ...PLAIN, ...ALWAYS, within: named('today', 'today + 6') },
    ],
    [
      'dehrprice < 0 within 7 days',
      { ...PLAIN, ...ALWAYS, within: { kind: 'last', ms: 7 * DAY_MS } },
    ],
    [
      'dehrprice < 0 within next 24 h',
      { ...PLAIN, ...ALWAYS, within: { kind: 'next', ms: DAY_MS } },
    ],
    ['dehrprice < 0 in newest run', { ...PLAIN, ...ALWAYS, run: { source: undefined } }],
    [
      'dehrprice < 0 within tomorrow in the newest run of gridtide',
      { ...PLAIN, ...ALWAYS, within: named('tomorrow'), run: { source: 'gridtide' } },
    ],
    [
      'jump of dehrprice > 20 between runs',
      { kind: 'jump', pattern: 'dehrprice', bound: 20, source: undefined, within: undefined },
    ],
    [
      'jump of de* > 20 between runs of gridtide within tomorrow',
      { kind: 'jump', pattern: 'de*', bound: 20, source: 'gridtide', within: named('tomorrow') },
    ],
    ['dehrprice late', { kind: 'late', pattern: 'dehrprice' }],
    ['de* is late', { kind: 'late', pattern: 'de*' }],
    ['late late', { kind: 'late', pattern: 'late' }],
    [
      'gap in dehrprice within 7 days',
      { kind: 'gap', pattern: 'dehrprice', forMs: 0, within: { kind: 'last', ms: 7 * DAY_MS } },
    ],
    [
      'gap in dehrprice for 3 h within yesterday',
      { kind: 'gap', pattern: 'dehrprice', forMs: 3 * HOUR_MS, within: named('yesterday') },
    ],
    ['held values in *', { kind: 'held', pattern: '*' }],
    [
      'accuracy of dehrprice worse than 10 over 5 runs of gridtide',
      { kind: 'accuracy', pattern: 'dehrprice', bound: 10, runs: 5, source: 'gridtide' },
    ],
    [
      'accuracy of dehrprice worse than 10 over 1 run',
      { kind: 'accuracy', pattern: 'dehrprice', bound: 10, runs: 1, source: undefined },
    ],
  ];

  for (const [text, expected] of READ) {
    test(`the condition is read: ${text}`, () => assert.deepEqual(parse(text), expected));
  }

  const REFUSED: readonly (readonly [string, RegExp])[] = [
    ['', /a condition is needed/],
    ['dehrprice', /the end at character 10/],
    ['dehrprice = 0', /"=" at character 11/],
    ['dehrprice < low', /not a number: "low" at character 13/],
    ['dehrprice < 0 witin tomorrow', /"witin" at character 15 \(did you mean within\?\)/],
    ['dehrprice < 0 for ever', /not a length of time: "ever" at character 19/],
    ['dehrprice < 0 for 2 parsecs', /not a length of time: "2" at character 19/],
    ['dehrprice < 0 for 0 h', /1 min to 400 days/],
    ['dehrprice < 0 for 500 days', /1 min to 400 days/],
    ['dehrprice < 0 within', /a period is needed: the end/],
    ['dehrprice < 0 within todya', /unknown date or keyword "todya" \(did you mean today\?\)/],
    ['dehrprice < 0 within last', /not a length of time: the end/],
    ['dehrprice < 0 within first', /a period of the calendar is needed/],
    ['dehrprice < 0 within today to yesterday', /1 to 400 days, forward/],
    ['dehrprice < 0 within 2020 to 2024', /1 to 400 days, forward/],
    ['dehrprice < 0 in oldest run', /"oldest" at character 18/],
    ['dehrprice < 0 in newest run of', /a source is needed: the end/],
    ['dehrprice late by 2h', /"by" at character 16/],
    ['jump of dehrprice < 20 between runs', /"<" at character 19/],
    ['jump of dehrprice > -1 between runs', /a jump is not negative: "-1"/],
    ['jump of dehrprice > 20 across runs', /"across" at character 24/],
    ['accuracy of dehrprice worse than 10 over 0 runs', /not a number of runs: "0"/],
    ['accuracy of dehrprice worse than 10 over 5 days', /"days" at character 44/],
    ['gap in de$ within 7 days', /a series or a pattern such as de\* is needed: "de\$"/],
    [`dehrprice < ${'0'.repeat(300)}`, /at most 300 characters/],
  ];

  for (const [text, message] of REFUSED) {
    test(`the refusal names the place: ${text.slice(0, 60)}`, () => {
      const { code, faults } = refusalOf(text);
      assert.equal(code, 'condition_invalid');
      assert.equal(faults[0]!.field, 'condition');
      assert.match(faults[0]!.message, message);
    });
  }

  test('any text is read or refused, and nothing else happens', () => {
    const words = ['dehrprice', '<', '0', 'for', '2h', 'within', 'tomorrow', 'to', 'in', 'newest'];
    const more = [
      'run',
      'of',
      'jump',
      'gap',
      'held',
      'values',
      'accuracy',
      'last',
      '7',
      'days',
      'é',
    ];
    const text = fc.array(fc.constantFrom(...words, ...more, '\u0000', '🙂'), { maxLength: 12 });
    fc.assert(
      fc.property(
        fc.oneof(
          text.map((parts) => parts.join(' ')),
          fc.string(),
        ),
        (given) => {
          try {
            parse(given);
          } catch (error) {
            assert.ok(error instanceof Refusal, String(error));
          }
        },
      ),
      runs(2_000),
    );
  });
});
