import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { importBytes } from '../../made-files.ts';
import { countFilled, openMarket, readFrom } from '../../open-market.ts';
import {
  makeXlsx,
  workbookParts,
  type XlsxCell,
  type XlsxOptions,
  zipOf,
} from './made-workbook.ts';

const HEAD: XlsxCell[] = ['series', 'time', 'value'];
/** 2024-05-17T12:00 on the wall, which is 10:00Z. */
const NOON = 45429.5;
const GOOD: XlsxCell[] = ['dehrprice', { days: NOON }, 1];

suite('Excel files', () => {
  test('dates are market time, in spite of small errors in their fractions', async (t) => {
    const store = await openMarket(t);
    const rows = Array.from({ length: 48 }, (_, i): XlsxCell[] => [
      'dehrprice',
      { days: Number((NOON + i / 24).toFixed(9)) },
      i,
    ]);
    await importBytes(t, store, await makeXlsx([HEAD, ...rows]), 'xlsx');
    assert.deepEqual(
      await readFrom(store, 'dehrprice', '2024-05-17T10:00Z', 48),
      Array.from({ length: 48 }, (_, i) => i),
    );
  });

  test('a number in the time column is a date, even without a style', async (t) => {
    const store = await openMarket(t);
    await importBytes(t, store, await makeXlsx([HEAD, ['dehrprice', NOON, 1]]), 'xlsx');
    assert.deepEqual(await readFrom(store, 'dehrprice', '2024-05-17T10:00Z', 1), [1]);
  });

  test('dates that are shown with a Z are UTC, others market time', async (t) => {
    const store = await openMarket(t);
    const parts = workbookParts([HEAD, GOOD]);
    const style = (format: string): Record<string, string> => ({
      ...parts,
      'xl/styles.xml': parts['xl/styles.xml']!.replace(
        /formatCode="[^"]*"/,
        `formatCode="${format}"`,
      ),
    });
    for (const [format, from] of [
      ['yyyy\\-mm\\-dd&quot;T&quot;hh:mm&quot;Z&quot;', '2024-05-17T12:00Z'],
      ['yyyy-mm-dd hh:mm\\Z;@', '2024-05-17T12:00Z'],
      ['[$-407]d. mmm yyyy h:mm &quot;Uhr&quot;', '2024-05-17T10:00Z'],
      ['[h]:mm', '2024-05-17T10:00Z'],
    ] as const) {
      await importBytes(t, store, await zipOf(style(format)), 'xlsx');
      assert.deepEqual(await readFrom(store, 'dehrprice', from, 1), [1], format);
    }
  });

  test('workbooks that count days from 1904 give the same dates', async (t) => {
    const store = await openMarket(t);
    const row: XlsxCell[] = ['dehrprice', { days: NOON - 1462 }, 1];
    await importBytes(t, store, await makeXlsx([HEAD, row], { is1904: true }), 'xlsx');
    assert.deepEqual(await readFrom(store, 'dehrprice', '2024-05-17T10:00Z', 1), [1]);
  });

  test('blank rows and cells without places are read as Excel reads them', async (t) => {
    const store = await openMarket(t);
    const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const sheet = `<worksheet><sheetData><row/><row>${HEAD.map((name) => text(`${name}`)).join('')}</row><row r="7"><c r="A7"/><c r="B7" s="1"/></row><row>${text('dehrprice')}${text('2024-05-17T10:00Z')}<c><v>4</v></c></row></sheetData></worksheet>`;
    const parts = { 'xl/worksheets/sheet1.xml': sheet };
    const result = await importBytes(t, store, await makeXlsx([], { parts }), 'xlsx');
    assert.equal(result.rows, 1);
    assert.deepEqual(await readFrom(store, 'dehrprice', '2024-05-17T10:00Z', 1), [4]);
  });

  test('rich texts are read as their text, without the readings beside it', async (t) => {
    const store = await openMarket(t);
    const parts = workbookParts([HEAD, GOOD], { isShared: true });
    parts['xl/sharedStrings.xml'] = parts['xl/sharedStrings.xml']!.replace(
      '<t xml:space="preserve">dehrprice</t>',
      '<r><rPr/><t>dehr</t></r><r><t>price</t></r><rPh sb="0" eb="1"><t>no</t></rPh>',
    );
    await importBytes(t, store, await zipOf(parts), 'xlsx');
    assert.deepEqual(await readFrom(store, 'dehrprice', '2024-05-17T10:00Z', 1), [1]);
  });

  test('a sheet is chosen by its name, else the first is read', async (t) => {
    const store = await openMarket(t);
    const first = workbookParts([HEAD, GOOD], { sheetName: 'Spot' });
    const second = workbookParts([HEAD, ['frhrprice', { days: NOON }, 7]]);
    const bytes = await zipOf({
      ...first,
      'xl/workbook.xml': first['xl/workbook.xml']!.replace(
        '</sheets>',
        '<sheet name="A &amp; B" sheetId="2" r:id="rId9"/></sheets>',
      ),
      'xl/_rels/workbook.xml.rels': first['xl/_rels/workbook.xml.rels']!.replace(
        '</Relationships>',
        '<Relationship Id="rId9" Type="x/worksheet" Target="./worksheets/../worksheets/s2.xml"/></Relationships>',
      ),
      'xl/worksheets/s2.xml': second['xl/worksheets/sheet1.xml']!,
    });
    await importBytes(t, store, bytes, 'xlsx');
    assert.equal(await countFilled(store), 1);
    await importBytes(t, store, bytes, 'xlsx', { sheet: 'a & b' });
    assert.deepEqual(await readFrom(store, 'frhrprice', '2024-05-17T10:00Z', 1), [7]);
    await assert.rejects(importBytes(t, store, bytes, 'xlsx', { sheet: 'Spott' }), {
      message: 'there is no sheet "Spott" (did you mean Spot?) (the workbook has: "Spot", "A & B")',
    });
  });
});

suite('Excel cells that are refused', () => {
  const named = (sheetName = 'Sheet1'): string => `sheet "${sheetName}"`;
  for (const [name, rows, fault, options] of [
    [
      'a formula, whatever value is stored with it',
      [HEAD, GOOD, ['dehrprice', { days: NOON + 1 }, { xml: '<f>C2*2</f><v>2</v>' }]],
      `${named()} row 3: cell C3 holds a formula: paste its value instead`,
    ],
    [
      'a shared formula in a text cell',
      [HEAD, [{ xml: '<f t="shared" si="0"/><v>dehrprice</v>', type: 'str' }, { days: NOON }, 1]],
      `${named()} row 2: cell A2 holds a formula: paste its value instead`,
    ],
    [
      'an error',
      [HEAD, ['dehrprice', { days: NOON }, { xml: '<v>#N/A</v>', type: 'e' }]],
      `${named()} row 2: cell C2 holds the error #N/A: leave it empty for a gap`,
    ],
    [
      'a boolean in place of a value',
      [HEAD, ['dehrprice', { days: NOON }, true]],
      `${named()} row 2: column "value": "true" is not a number`,
    ],
    [
      'a date in place of a value',
      [HEAD, ['dehrprice', { days: NOON }, { days: NOON }]],
      `${named()} row 2: column "value": a time is not a number`,
    ],
    [
      'a number in place of a series',
      [HEAD, [7, { days: NOON }, 1]],
      `${named()} row 2: column "series": the series must be a text`,
    ],
    [
      'a day before the calendar of Excel is right',
      [HEAD, ['dehrprice', 59.5, 1]],
      `${named()} row 2: column "time": 59.5 is not a date of Excel's (1900-03-01 to 9999-12-31)`,
    ],
    [
      'a cell beside the table',
      [HEAD, [...GOOD, 'note']],
      `${named()} row 2: 4 cells, but the header has 3`,
    ],
    [
      'a text that the workbook does not have',
      [HEAD, [{ xml: '<v>99</v>', type: 's' }, { days: NOON }, 1]],
      `${named()} row 2: cell A2 refers to a text that the workbook does not have`,
    ],
    [
      'a text that is no number',
      [HEAD, ['dehrprice', { days: NOON }, { xml: '<v>1,5</v>' }]],
      `${named()} row 2: cell C2 holds "1,5", which is no number`,
    ],
    ['an empty sheet', [], `${named('Empty')}: the sheet is empty`, { sheetName: 'Empty' }],
    [
      'a date in place of a name',
      [['series', { days: NOON }, 'value']],
      `${named()} row 1: a date names no column`,
    ],
  ] as [string, XlsxCell[][], string, XlsxOptions?][]) {
    test(`${name} is refused with sheet and cell, and nothing is stored`, async (t) => {
      const store = await openMarket(t);
      const bytes = await makeXlsx(rows, options);
      await assert.rejects(importBytes(t, store, bytes, 'xlsx'), {
        name: 'ImportFault',
        message: fault,
      });
      assert.equal(await countFilled(store), 0);
    });
  }
});
