import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SaxesParser } from 'saxes';
import type { ExportTable, RowBatch } from '#exporters/export-table';
import { MOST_SHEET_COLUMNS, MOST_SHEET_ROWS, requireSheetRows } from '#exporters/sheet-limits';
import { columnLetters } from '#exporters/sheet-parts';
import { collect, formatOf, longOf, wideOf } from './make-table.ts';
import { readCells, unzip } from './read-back.ts';

const XLSX = formatOf('xlsx');
const SHEET = 'xl/worksheets/sheet1.xml';
const filesOf = async (table: ExportTable) => unzip(await collect(XLSX, table));

suite('an Excel file', () => {
  test('an Excel file has every part that it names, and all are well-formed', async () => {
    const files = await filesOf(longOf([['dehrprice', '2024-05-17T00:00:00Z', 1]]));
    for (const [name, bytes] of Object.entries(files)) {
      new SaxesParser({ xmlns: true, fileName: name }).write(bytes.toString()).close();
    }
    const types = files['[Content_Types].xml']!.toString();
    const named = [...types.matchAll(/PartName="\/([^"]+)"/g)].map((match) => match[1]!);
    assert.equal(named.length, 4);
    for (const name of named) assert.ok(files[name], name);
    const links = files['xl/_rels/workbook.xml.rels']!.toString();
    for (const [, target] of links.matchAll(/Target="([^"]+)"/g)) assert.ok(files[`xl/${target}`]);
  });

  test('an Excel file has times as dates that a reader sees in UTC', async () => {
    const files = await filesOf(longOf([['dehrprice', '2024-05-17T06:00:00Z', 1]]));
    const time = readCells(files[SHEET]!).find(({ place }) => place === 'B2')!;
    assert.deepEqual(time, { place: 'B2', type: undefined, style: '1', text: '45429.25' });
    const styles = files['xl/styles.xml']!.toString();
    assert.match(styles, /formatCode="yyyy\\-mm\\-dd&quot;T&quot;hh:mm:ss&quot;Z&quot;"/);
    assert.equal(/<cellXfs.*?<xf .*?<xf numFmtId="(\d+)"/.exec(styles)?.[1], '164');
  });

  test('an Excel file has times before Excel’s days as texts', async () => {
    const rows = ['1900-02-28T23:00:00Z', '1900-03-01T00:00:00Z'].map(
      (time) => ['deyear', time, 1] as const,
    );
    const cells = readCells((await filesOf(longOf(rows)))[SHEET]!);
    const times = cells.filter(({ place }) => /^B[23]$/.test(place));
    assert.deepEqual(
      times.map(({ type, text }) => [type, text]),
      [
        ['inlineStr', '1900-02-28T23:00:00Z'],
        [undefined, '61'],
      ],
    );
  });

  test('an Excel file has no formula, for any name of a series', async () => {
    const files = await filesOf(longOf([['=cmd|"x"<&', '2024-05-17T00:00:00Z', 1]]));
    assert.doesNotMatch(files[SHEET]!.toString(), /<f[ >]/);
    assert.match(files['xl/sharedStrings.xml']!.toString(), />=cmd\|&quot;x&quot;&lt;&amp;</);
  });

  test('columns are counted as Excel counts them', () => {
    assert.deepEqual([0, 25, 26, 51, 52, 701, 702, MOST_SHEET_COLUMNS - 1].map(columnLetters), [
      'A',
      'Z',
      'AA',
      'AZ',
      'BA',
      'ZZ',
      'AAA',
      'XFD',
    ]);
  });

  test('a table with more columns than a sheet is refused', async () => {
    const columns = Array.from({ length: MOST_SHEET_COLUMNS }, (_, at) => `s${at}`);
    await assert.rejects(collect(XLSX, wideOf(columns, [])), /at most 16,384 columns.*16,385/);
  });

  test('a table with more rows than a sheet is refused, and the store is read no further', async () => {
    let isEnded = false;
    async function* batches(): AsyncGenerator<RowBatch> {
      const length = 2 ** 19;
      const series = new Int32Array(length);
      const zeros = new Float64Array(length);
      try {
        for (;;) yield { length, series, times: zeros, values: [zeros] };
      } finally {
        isEnded = true;
      }
    }
    const table = { codes: ['ab'], columns: ['value'], hasGaps: false, batches: batches() };
    await assert.rejects(async () => {
      for await (const _ of XLSX.write(table));
    }, /at most 1,048,575 rows.*csv, ndjson, parquet or arrow/);
    assert.ok(isEnded);
  });

  test('a sheet may have exactly as many rows as Excel allows', () => {
    requireSheetRows(MOST_SHEET_ROWS);
    assert.throws(() => requireSheetRows(MOST_SHEET_ROWS + 1), { code: 'too_many_points' });
  });
});
