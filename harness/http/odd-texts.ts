// Texts and JSON values that no honest program writes.

import fc from 'fast-check';
import { anyText } from '../any-text.ts';

/** Values that are valid in some field, so that requests pass the first checks. */
const WORDS = [
  'dehrprice frhrprice dedayprice DE FR NO1 hrprice hrcons today tomorrow-1 month first last+3 2024',
  '2024-05 2024-05-17 2024/05/17 2024-05-17T00:00:00Z day hour month peak native Daily Yearly Sum',
  'NOK EUR UTC Europe/Berlin true 10 csv columns trader spreadsheet',
]
  .join(' ')
  .split(' ');

const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  '\r\nx: y',
  '\ud800',
  '\u202e\ufeff',
  '١٢٣',
  '%',
  '%25%25',
  '%zz',
  '../../etc/passwd',
  "'; DROP TABLE series; --",
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=cmd|x',
  '__proto__',
  'constructor',
  'toString',
  '-0',
  '1e999',
  'NaN',
  '0x10',
  '9'.repeat(400),
  'a'.repeat(3_000),
  '*'.repeat(300),
  'é'.repeat(500),
  '2024-02-30',
  '0001-01-01',
  '9999-12-31T23:59:59.999999999Z',
  '2024-05-17T00:00:00+14:00',
  'today+9999',
  'year-2023',
  'first-9999',
  'eohy+7975',
  'Etc/GMT+14',
  '+01:00',
];

export const oddText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...WORDS), weight: 5 },
  { arbitrary: fc.constantFrom(...ODD_TEXTS), weight: 3 },
  { arbitrary: anyText({ maxLength: 40 }), weight: 1 },
  {
    arbitrary: fc.tuple(fc.constantFrom(...WORDS), fc.string()).map((pair) => pair.join('')),
    weight: 1,
  },
);

/** Texts of JSON values, some of which JSON.stringify would never write. */
export const oddJson: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: oddText.map((text) => JSON.stringify(text)), weight: 4 },
  { arbitrary: fc.json({ maxDepth: 4 }), weight: 1 },
  fc.constantFrom(
    'null',
    'true',
    '0',
    '-1',
    '1e999',
    '1e-999',
    '123456789012345678901234567890',
    '[]',
    '{}',
    '[[]]',
    '[""]',
  ),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc
    .integer({ min: 1, max: 5_000 })
    .map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
);
