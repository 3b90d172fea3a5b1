// Tables for spreadsheets: times of the market's clock on hard days, dialects, and what a cell may not be.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HOUR_MS } from '#core/time/instant';
import {
  type SheetFormatName,
  type SheetOptions,
  sheetFormat,
} from '#exporters/sheets/sheet-format';
import type { SheetContent } from '#exporters/sheets/sheet-table';
import { writeSheet } from '#exporters/sheets/write-sheet';
import { readCells, unzip } from '../read-back.ts';

const POINT: SheetOptions = {
  ...{ zone: 'Europe/Berlin', decimal: '.', separator: ',', hasRuns: false },
};
const COMMA: SheetOptions = { ...POINT, decimal: ',', separator: ';' };

/** Hours from a UTC time on, with values and the kind of each. */
function hoursFrom(from: string, values: readonly number[]): SheetContent {
  const start = Date.parse(from);
  return {
    title: 'dehrprice',
    times: Float64Array.from(values, (_, i) => start + i * HOUR_MS),
    columns: [
      { name: 'value', kind: 'number', values: Float64Array.from(values) },
      { name: 'kind', kind: 'name', values: Float64Array.from(values, (v) => (v > 0 ? 0 : 1)) },
    ],
    names: ['observed', 'forecast'],
    isDated: false,
  };
}

async function write(
  name: SheetFormatName,
  content: SheetContent,
  options = POINT,
): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(writeSheet(content, sheetFormat(name, options))));
}

const csv = async (content: SheetContent, options = POINT): Promise<string[]> =>
  String(await write('csv', content, options))
    .trimEnd()
    .split('\n');

/** The texts of a workbook's cells by their place; shared strings are looked up. */
async function cellsOf(content: SheetContent): Promise<Map<string, string>> {
  const files = unzip(await write('xlsx', content));
  const shared = [...String(files['xl/sharedStrings.xml']).matchAll(/<t [^>]*>([^<]*)<\/t>/g)];
  const cells = readCells(files['xl/worksheets/sheet1.xml']!);
  return new Map(
    cells.map(({ place, type, text }) => [place, type === 's' ? shared[Number(text)]![1]! : text]),
  );
}

suite('a table for a spreadsheet', () => {
  test('both hours of the autumn change are rows of their own, told apart by their offset', async () => {
    assert.deepEqual(await csv(hoursFrom('2026-10-24T23:00:00Z', [1, 2, 3, 4])), [
      'time,value,kind,offset',
      '2026-10-25 01:00,1,observed,UTC+02:00',
      '2026-10-25 02:00,2,observed,UTC+02:00',
      '2026-10-25 02:00,3,observed,UTC+01:00',
      '2026-10-25 03:00,4,observed,UTC+01:00',
    ]);
  });

  test('the hour that spring leaves out has no row', async () => {
    assert.deepEqual((await csv(hoursFrom('2026-03-29T00:00:00Z', [1, 2]))).slice(1), [
      '2026-03-29 01:00,1,observed,UTC+01:00',
      '2026-03-29 03:00,2,observed,UTC+02:00',
    ]);
  });

  test('a gap is an empty cell', async () => {
    const content = hoursFrom('2026-11-01T00:00:00Z', [1, Number.NaN, Number.POSITIVE_INFINITY]);
    content.columns[1]!.values.set([0, Number.NaN, 1]);
    assert.deepEqual((await csv(content)).slice(1), [
      '2026-11-01 01:00,1,observed,UTC+01:00',
      '2026-11-01 02:00,,,UTC+01:00',
      '2026-11-01 03:00,,forecast,UTC+01:00',
    ]);
    const cells = await cellsOf(content);
    assert.deepEqual([cells.get('B2'), cells.has('B3'), cells.has('C3')], ['1', false, false]);
  });

  test('a decimal comma and semicolons are written as asked', async () => {
    const content = hoursFrom('2026-07-01T00:00:00Z', [61.5, -0.25, 1e-7, 2.5e21]);
    assert.deepEqual(
      (await csv(content, COMMA)).map((line) => line.split(';').slice(0, 2).join(' | ')),
      [
        'time | value',
        '2026-07-01 02:00 | 61,5',
        '2026-07-01 03:00 | -0,25',
        '2026-07-01 04:00 | 1e-7',
        '2026-07-01 05:00 | 2,5e+21',
      ],
    );
    const [, row] = await csv(content, { ...POINT, separator: '\t' });
    assert.equal(row, '2026-07-01 02:00\t61.5\tobserved\tUTC+02:00');
  });

  test('days and longer have a date and no offset', async () => {
    const content = { ...hoursFrom('2026-10-24T22:00:00Z', [1]), isDated: true };
    assert.deepEqual(await csv(content), ['time,value,kind', '2026-10-25,1,observed']);
    const files = unzip(await write('xlsx', content));
    assert.match(String(files['xl/styles.xml']), /formatCode="yyyy\\-mm\\-dd"/);
    assert.equal((await cellsOf(content)).get('A2'), '46320');
  });

  test('a market without clock changes says UTC', async () => {
    const content = hoursFrom('2026-10-25T00:00:00Z', [1]);
    assert.equal(
      (await csv(content, { ...POINT, zone: 'UTC' }))[1],
      '2026-10-25 00:00,1,observed,UTC',
    );
  });

  test('a workbook has real dates of the market’s clock', async () => {
    const cells = await cellsOf(hoursFrom('2026-10-25T00:00:00Z', [1.5, 2]));
    assert.deepEqual(
      ['A2', 'B2', 'C2', 'D2', 'A3', 'D3'].map((place) => cells.get(place)),
      [
        ...['46320.08333333333', '1.5', 'observed', 'UTC+02:00'],
        ...['46320.08333333333', 'UTC+01:00'],
      ],
    );
    const files = unzip(await write('xlsx', hoursFrom('2026-10-25T00:00:00Z', [1])));
    const styles = String(files['xl/styles.xml']);
    assert.match(styles, /numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/);
    assert.match(styles, /<cellXfs count="4">/);
  });

  test('other times are written to the second, in the same zone', async () => {
    const run = Float64Array.of(Date.parse('2026-07-01T05:59:58Z'));
    const content: SheetContent = {
      ...hoursFrom('2026-07-01T00:00:00Z', [1]),
      columns: [{ name: 'run', kind: 'time', values: run }],
    };
    assert.equal((await csv(content))[1], '2026-07-01 02:00,2026-07-01 07:59:58,UTC+02:00');
    const files = unzip(await write('xlsx', content));
    const cell = readCells(files['xl/worksheets/sheet1.xml']!).find(({ place }) => place === 'B2');
    assert.equal(cell!.style, '3');
  });

  test('times before Excel’s days are texts of the market’s clock', async () => {
    const content = { ...hoursFrom('1899-12-31T23:00:00Z', [1]), isDated: true };
    assert.equal((await cellsOf(content)).get('A2'), '1900-01-01T00:00:00');
  });

  test('names are never formulas, cells or tags', async () => {
    const content: SheetContent = {
      ...hoursFrom('2026-07-01T00:00:00Z', [1]),
      names: ['=cmd|"x";<b>&', 'forecast'],
    };
    assert.equal((await csv(content, COMMA))[1], `2026-07-01 02:00;1;"'=cmd|""x"";<b>&";UTC+02:00`);
    const page = String(await write('html', content));
    assert.match(page, /<td>=cmd\|&quot;x&quot;;&lt;b&gt;&amp;<\/td>/);
  });

  test('a page has one table and is not for search engines', async () => {
    const content = hoursFrom('2026-07-01T00:00:00Z', [61.5, Number.NaN]);
    const page = String(await write('html', content, COMMA));
    assert.equal(
      page,
      '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>dehrprice</title></head><body><table>\n<thead><tr><th>time</th><th>value</th><th>kind</th><th>offset</th></tr></thead>\n<tbody>\n<tr><td>2026-07-01 02:00</td><td>61,5</td><td>observed</td><td>UTC+02:00</td></tr>\n<tr><td>2026-07-01 03:00</td><td></td><td>forecast</td><td>UTC+02:00</td></tr>\n</tbody>\n</table></body></html>\n',
    );
  });

  test('a table without rows has its header', async () => {
    assert.deepEqual(await csv(hoursFrom('2026-07-01T00:00:00Z', [])), ['time,value,kind,offset']);
    assert.match(
      String(await write('html', hoursFrom('2026-07-01T00:00:00Z', []))),
      /<tbody>\n<\/tbody>/,
    );
  });
});
