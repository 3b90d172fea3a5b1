// The fast paths through NDJSON and through tables against the general path: the same points with the same lines, and
// the same refusals.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { formatUtc, formatWall, HOUR_MS, MINUTE_MS } from '#core/time/instant';
import { CLOCK } from '#importers/bytes/parse-time';
import { NdjsonRows } from '#importers/rows/ndjson-rows';
import { TableRows } from '#importers/rows/table-rows';
import type { Table, TableColumn } from '#importers/tables/table';
import { rounds } from '../../../harness/rounds.ts';
import { openMarket, piecesOf } from '../open-market.ts';
import { parseRows } from './parse-rows.ts';

const FILES = rounds(600);

const rarely = <T>(usual: T, odd: readonly T[], weight: number): fc.Arbitrary<T> =>
  fc.oneof(
    { weight, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );

const stretch = fc.record({
  code: fc.constantFrom('dehrprice', 'DEhrprice', 'frhrprice', 'de15wind', 'dedaygas', 'nosuch'),
  begin: fc.constantFrom(
    ...['2024-05-17T00:00', '2024-02-28T20:00', '2024-03-31T00:00', '2024-10-27T00:00'],
    ...['2024-12-31T20:00', '0001-01-01T00:00', '9999-12-30T12:00'],
  ),
  stepMinutes: fc.constantFrom(60, 60, 60, 60, 15, 120, 24 * 60, -60, 0),
  length: fc.integer({ min: 1, max: 40 }),
});
const stretches = fc.array(stretch, { minLength: 1, maxLength: 5 });
const value = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: -50_000, max: 400_000 }).map((n) => String(n / 100)) },
  { weight: 3, arbitrary: fc.double({ noNaN: true, min: -9e17, max: 9e17 }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('null', '"1.5"', '""', '1e3', '-0', '1e18', 'true', '01', '5.', '-'),
  },
);
/** Changes of a whole line. */
const oddLine = rarely<(line: string) => string>(
  (line) => line,
  [
    (line) => `\n${line}`,
    (line) => ` ${line}`,
    (line) => `${line} `,
    (line) => `${line}\r`,
    (line) => `${line}x`,
    (line) => line.replace('"value":', '"value" : '),
    (line) => line.replace('{', '{ '),
    (line) => line.replace('}', ',"more":1}'),
    (line) => line.replace('"series":"', '"series":"\\u0064'),
    (line) => line.replace(/\d\d:/, '24:'),
    (line) => line.replace(/"time":"[^"]*"/, '"time":1715904000000'),
    (line) => line.slice(0, -1),
  ],
  120,
);

const anyNdjson = fc
  .record({
    stretches,
    values: fc.infiniteStream(value),
    odd: fc.infiniteStream(oddLine),
    ending: fc.constantFrom('Z', ':00Z', '', '+02:00'),
    keys: rarely(
      ['series', 'time', 'value'],
      [
        ['time', 'series', 'value'],
        ['value', 'series', 'time'],
      ],
      6,
    ),
    blank: fc.constantFrom('', '', ' '),
    isEnded: fc.boolean(),
  })
  .map(({ stretches, values, odd, ending, keys, blank, isEnded }) => {
    const lines = stretches.flatMap(({ code, begin, stepMinutes, length }) =>
      Array.from({ length }, (_, i) => {
        const wall = formatWall(Date.parse(`${begin}Z`) + i * stepMinutes * MINUTE_MS);
        const fields: Record<string, string> = {
          series: `"${code}"`,
          time: `"${wall.slice(0, 16)}${ending}"`,
          value: values.next().value!,
        };
        const line = `{${keys.map((key) => `"${key}":${blank}${fields[key]}`).join(`,${blank}`)}}`;
        return odd.next().value!(line);
      }),
    );
    return lines.join('\n') + (isEnded ? '\n' : '');
  });

/** A table in memory, in batches of `batchRows` rows. */
function tableOf(
  codes: readonly string[],
  times: readonly number[],
  values: readonly number[],
  batchRows: number,
  hasZone: boolean,
): Table {
  async function* batches() {
    for (let from = 0; from < codes.length; from += batchRows) {
      const to = Math.min(codes.length, from + batchRows);
      const time: TableColumn = {
        ...{ kind: 'time', form: CLOCK, hasZone },
        cells: Float64Array.from(times.slice(from, to)),
      };
      const columns: TableColumn[] = [
        { kind: 'text', cells: codes.slice(from, to) },
        time,
        { kind: 'number', cells: Float64Array.from(values.slice(from, to)) },
      ];
      yield {
        count: to - from,
        columns,
        lineOf: (row: number) => from + row + 1,
        firstLine: from + 1,
      };
    }
  }
  return {
    names: ['series', 'time', 'value'],
    headWord: 'columns',
    place: { noun: 'row' },
    headLine: undefined,
    batches: batches(),
    close: async () => {},
  };
}

const cell = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: -500, max: 4_000 }).map((n) => n / 100) },
  { weight: 2, arbitrary: fc.constant(Number.NaN) },
  { weight: 1, arbitrary: fc.constantFrom(1e18, -1e18, Number.POSITIVE_INFINITY, -0) },
);

suite('the fast path through NDJSON', () => {
  test('the fast path finds the same points, lines and faults as the general path', async (t) => {
    const store = await openMarket(t);
    const pieceBytes = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(1 << 16));
    const limit = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(1 << 20));
    let quickRows = 0;
    await fc.assert(
      fc.asyncProperty(anyNdjson, pieceBytes, limit, async (text, pieceBytes, limit) => {
        const parse = (isQuick: boolean) =>
          parseRows(store, new NdjsonRows(piecesOf(text, pieceBytes)), isQuick, limit);
        const general = await parse(false);
        const { generalRows, ...quick } = await parse(true);
        assert.deepEqual({ ...quick, generalRows: general.generalRows }, general);
        quickRows += general.generalRows - generalRows;
      }),
      { numRuns: FILES },
    );
    assert.ok(quickRows > FILES / 2, `${quickRows} rows took the fast path`);
  });

  test('nearly all rows of a sorted file take the fast path', async (t) => {
    const store = await openMarket(t);
    const start = Date.parse('2021-04-01T00:00Z');
    const lines = Array.from({ length: 180 * 24 }, (_, hour) =>
      JSON.stringify({
        series: 'dehrprice',
        time: formatUtc(start + hour * HOUR_MS),
        value: hour / 4,
      }),
    );
    const rows = new NdjsonRows(piecesOf(`${lines.join('\n')}\n`, 1 << 16));
    const { rows: count, generalRows } = await parseRows(store, rows, true);
    assert.equal(count, lines.length);
    assert.ok(generalRows < 120, `${generalRows} rows came the general way`);
  });
});

suite('the fast path through a table', () => {
  test('the fast path finds the same points, rows and faults as the general path', async (t) => {
    const store = await openMarket(t);
    let quickRows = 0;
    await fc.assert(
      fc.asyncProperty(
        stretches,
        fc.infiniteStream(cell),
        fc.integer({ min: 1, max: 50 }),
        fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(1 << 20)),
        rarely(true, [false], 5),
        async (all, cells, batchRows, limit, hasZone) => {
          const rows = all.flatMap(({ code, begin, stepMinutes, length }) =>
            Array.from({ length }, (_, i) => ({
              code,
              time: Date.parse(`${begin}Z`) + i * stepMinutes * MINUTE_MS,
              value: cells.next().value!,
            })),
          );
          const parse = (isQuick: boolean) => {
            const table = tableOf(
              rows.map(({ code }) => code),
              rows.map(({ time }) => time),
              rows.map((row) => row.value),
              batchRows,
              hasZone,
            );
            return parseRows(store, new TableRows(table), isQuick, limit);
          };
          const general = await parse(false);
          const { generalRows, ...quick } = await parse(true);
          assert.deepEqual({ ...quick, generalRows: general.generalRows }, general);
          quickRows += general.generalRows - generalRows;
        },
      ),
      { numRuns: FILES },
    );
    assert.ok(quickRows > FILES / 2, `${quickRows} rows took the fast path`);
  });
});
