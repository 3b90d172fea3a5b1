// Random long files, mostly usual, with rare oddities in every part of a line.

import fc from 'fast-check';
import { formatWall, MINUTE_MS } from '#core/time/instant';

/** The usual value, or one of the odd ones in one case of `weight` + 1. */
const rarely = <T>(usual: T, odd: readonly T[], weight: number): fc.Arbitrary<T> =>
  fc.oneof(
    { weight, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );

const usualValue = fc.oneof(
  fc.integer({ min: -50_000, max: 400_000 }).map((cents) => String(cents / 100)),
  fc.double({ noNaN: true, min: -9e17, max: 9e17 }).map(String),
  fc.integer().map(String),
);
const oddValue = fc.constantFrom(
  ...['', 'NaN', 'null', '-0', '-0.0', '.5', '-.5', '5.', '+3', '1e3', ' 7', '7 ', '"8"', '"9" '],
  ...['0.1234567890123456789', '123456789', '1234567890', '999999999999999'],
  ...['0000000000000000000.25', '0.000000001', '0.00000000001', '4294967296', '1,5', '1;5'],
);
const badValue = fc.constantFrom(
  '-',
  '.',
  '-.',
  'x',
  '1.2.3',
  '--1',
  '1-',
  '1 2',
  '1,2,3',
  'Infinity',
  '1e18',
  '-99999999999999999999',
  '"1',
);
const value = fc.oneof(
  { weight: 60, arbitrary: usualValue },
  { weight: 6, arbitrary: oddValue },
  { weight: 1, arbitrary: badValue },
);

/** Ordinary days, ends of months, days around clock changes, the first and the last year. */
const begin = fc.constantFrom(
  ...['2024-05-17T00:00', '2024-02-28T20:00', '2023-02-28T20:00', '2024-01-31T12:00'],
  ...['2024-03-30T22:00', '2024-03-31T00:00', '2024-10-26T22:00', '2024-10-27T00:00'],
  ...[
    '2024-12-31T20:00',
    '0001-01-01T00:00',
    '0001-02-27T00:00',
    '9999-12-30T12:00',
    '1893-03-31T00:00',
  ],
);

const stretch = fc.record({
  code: fc.constantFrom('dehrprice', 'DEhrprice', 'frhrprice', 'de15wind', 'dedaygas'),
  begin,
  stepMinutes: fc.constantFrom(60, 60, 60, 15, 30, 24 * 60, 25 * 60, -60, 0),
  values: fc.array(value, { minLength: 1, maxLength: 40 }),
});

/** Changes of a whole line. */
const oddLine = rarely<(line: string, delimiter: string) => string>(
  (line) => line,
  [
    (line) => `\n${line}`,
    (line) => ` ${line}`,
    (line) => line.replace(/^[^,;\t]*/, '"$&"'),
    (line) => line.replace(/^[^,;\t]*/, '$&"'),
    (line, delimiter) => line.replace(delimiter, ` ${delimiter}`),
    (line, delimiter) => `${line}${delimiter}`,
    (line) => line.replace(/\d\d:/, '24:'),
    (line) => line.replace(/:\d\d/, ':60'),
    (line) => line.replace(/-\d\d(?=[Tt ])/, '-32'),
    (line) => line.replace(/-\d\d(?=[Tt ])/, '-00'),
    (line) => line.replace(/(\d\d):/, '$1.'),
    (line) => `${line}\r`,
  ],
  150,
);

export const anyLongFile = fc
  .record({
    stretches: fc.array(stretch, { minLength: 1, maxLength: 5 }),
    odd: fc.infiniteStream(oddLine),
    delimiter: fc.constantFrom(',', ',', ';', '\t'),
    lineBreak: fc.constantFrom('\n', '\n', '\r\n'),
    bom: fc.constantFrom('', '\ufeff'),
    ending: fc.constantFrom(
      'Z',
      ':00Z',
      '',
      ':00',
      '+02:00',
      ':00+0530',
      ':00.000z',
      '-14:00',
      '+14',
    ),
    mark: fc.constantFrom('T', ' ', 't'),
    isEnded: fc.boolean(),
    columns: rarely('series,time,value', ['time,series,value', 'series,value,time'], 10),
  })
  .map(({ stretches, odd, delimiter, lineBreak, bom, ending, mark, isEnded, columns }) => {
    const names = columns.split(',');
    const lines = [names.join(delimiter)];
    for (const { code, begin, stepMinutes, values } of stretches) {
      for (const [i, value] of values.entries()) {
        const wall = formatWall(Date.parse(`${begin}Z`) + i * stepMinutes * MINUTE_MS);
        const time = `${wall.slice(0, 10)}${mark}${wall.slice(11, 16)}${ending}`;
        const fields: Record<string, string> = { series: code, time, value };
        const line = names.map((name) => fields[name]).join(delimiter);
        lines.push(odd.next().value!(line, delimiter));
      }
    }
    return bom + lines.join(lineBreak) + (isEnded ? lineBreak : '');
  });
