// The benchmarks of formats and of tables: what they judge, and a small run of each.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { FormatFile, FormatName } from '../../bench/formats/formats-files.ts';
import { type FormatsMeasured, measureFormats } from '../../bench/formats/formats-measure.ts';
import { formatsTables, judgeFormats } from '../../bench/formats/formats-report.ts';
import { measureTables, type TablesMeasured } from '../../bench/tables/tables-measure.ts';
import { judgeTables, tablesTables } from '../../bench/tables/tables-report.ts';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { inWorkspace } from '../../harness/workspace.ts';

const fileOf = (format: FormatName): FormatFile => ({
  ...{ format, path: '', definitions: '' },
  ...{ rows: 1_000_000, bytes: 1e7 },
});

const roundOf = (ms: number) => [{ ms, cpuMs: ms, peakMb: 200 }];

const measuredWith = (parquetMs: number): FormatsMeasured => ({
  files: [fileOf('csv'), fileOf('ndjson'), fileOf('parquet')],
  rounds: new Map(
    (['csv', 'ndjson', 'parquet'] as const).map((format) => [
      format,
      new Map([
        ['Gridtide', roundOf(format === 'parquet' ? parquetMs : 900)] as const,
        ['DuckDB', roundOf(1_000)] as const,
      ]),
    ]),
  ),
});

const TABLES: TablesMeasured = {
  ...{ series: 1_000, wanted: 10, points: 1e6, makingCpuMs: 1, serverPeakMb: 100, rows: 1 },
  ...{ files: [{ year: 2024, ms: 1, bytes: 1_000_000 }], reader: 'DuckDB', requests: 3, readMs: 1 },
  sentBytes: 29_000,
};

suite('the benchmark of formats', () => {
  test('a format that is imported slower than by DuckDB misses its bar', () => {
    const outcomes = (parquetMs: number) =>
      judgeFormats(measuredWith(parquetMs)).map(({ isReached }) => isReached);
    assert.deepEqual(outcomes(1_000), [true, true, true, true]);
    assert.deepEqual(outcomes(1_100), [true, true, false, true]);
    const [, table] = formatsTables(measuredWith(800), []);
    assert.equal(table!.rows.length, 6);
  });

  test('an Excel file without a library beside it is said to be not measured', () => {
    const measured: FormatsMeasured = {
      files: [fileOf('xlsx')],
      rounds: new Map([['xlsx', new Map([['Gridtide', roundOf(900)]])]]),
    };
    assert.deepEqual(
      judgeFormats(measured).map(({ isReached }) => isReached),
      [true],
    );
    const [, table] = formatsTables(measured, []);
    assert.deepEqual(
      table!.rows.map(([, name, , seconds]) => [name, seconds]),
      [
        ['Gridtide', '0.90'],
        ['SheetJS', 'not measured: it is not installed'],
      ],
    );
  });

  test('a small run imports the same rows in every format', {
    skip: skipUnlessLong(),
  }, async () => {
    const measured = await inWorkspace((workspace) => measureFormats(workspace, 10_000, 1));
    assert.equal(judgeFormats(measured).length, 4);
  });
});

suite('the benchmark of tables', () => {
  test('more than three in a hundred bytes miss the bar', () => {
    assert.equal(judgeTables(TABLES)[0]!.isReached, true);
    assert.equal(judgeTables({ ...TABLES, sentBytes: 31_000 })[0]!.isReached, false);
    assert.equal(judgeTables({ ...TABLES, serverPeakMb: 600 })[1]!.isReached, false);
    assert.equal(tablesTables(TABLES, judgeTables(TABLES)).length, 2);
  });

  test('a small run reads some series of a table', { skip: skipUnlessLong() }, async () => {
    const measured = await inWorkspace((workspace) => measureTables(workspace, 20));
    assert.equal(measured.files.length, 10);
    assert.ok(measured.rows > 800_000);
  });
});
