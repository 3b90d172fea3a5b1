import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
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

suite('Excel files that are not to be trusted', () => {
  const refuses = (name: string, make: () => Promise<Uint8Array>, fault: RegExp): void => {
    test(`${name} is refused`, async (t) => {
      const store = await openMarket(t);
      await assert.rejects(importBytes(t, store, await make(), 'xlsx'), {
        name: 'ImportFault',
        message: fault,
      });
      assert.equal(await countFilled(store), 0);
    });
  };
  const withPart = (part: string, content: string | Buffer) => async () =>
    zipOf({ ...workbookParts([HEAD, GOOD]), [part]: content });

  refuses(
    'a zip bomb',
    withPart('xl/media/image1.png', Buffer.alloc(3 << 20)),
    /^the data of "xl\/media\/image1.png" unpack to more than 100 times their size \(\d+ bytes to 3145728\): this may be a zip bomb$/,
  );

  /** The zip with another name of the same length for a member. */
  const renamed = (from: string, to: string) => async () => {
    const zip = await zipOf({ ...workbookParts([HEAD, GOOD]), [from]: 'x' });
    return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
  };
  for (const path of ['../evil', '/etc/ev', 'c:/evil', 'a\\b\\c.x'] as const) {
    refuses(
      `a member named ${path}`,
      renamed('x'.repeat(path.length), path),
      /^the zip archive is damaged or not to be trusted \(.*(?:path|characters).*\)$/,
    );
  }
  refuses(
    'a member that is given twice',
    renamed('xl/stylez.xml', 'xl/styles.xml'),
    /^the archive has two members "xl\/styles.xml"$/,
  );
  refuses(
    'a sheet that lies outside of the workbook',
    withPart(
      'xl/_rels/workbook.xml.rels',
      '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="../../../etc/passwd"/></Relationships>',
    ),
    /^the workbook has no part "..\/..\/etc\/passwd", though it refers to it$/,
  );
  refuses(
    'a document type, which could expand texts without bound',
    withPart(
      'xl/worksheets/sheet1.xml',
      '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa">]><worksheet><sheetData/></worksheet>',
    ),
    /^the sheet "Sheet1" of the workbook has a document type, which is not allowed$/,
  );
  refuses(
    'a sheet in bytes that are no UTF-8',
    withPart(
      'xl/worksheets/sheet1.xml',
      Buffer.from(
        '<worksheet><sheetData><row><c t="str"><v>\xff\xfe</v></c></row></sheetData></worksheet>',
        'latin1',
      ),
    ),
    /^the sheet "Sheet1" of the workbook is not UTF-8 text$/,
  );
  refuses(
    'a sheet of broken XML',
    withPart('xl/worksheets/sheet1.xml', '<worksheet><sheetData><row></sheetData></worksheet>'),
    /^the sheet "Sheet1" of the workbook is damaged/,
  );
  refuses(
    'a cell of more than a megabyte',
    withPart(
      'xl/worksheets/sheet1.xml',
      `<worksheet><sheetData><row><c t="str"><v>${randomBytes(1 << 20).toString('hex')}</v></c></row></sheetData></worksheet>`,
    ),
    /^the sheet "Sheet1" of the workbook has an element of more than 1 MiB$/,
  );
  refuses(
    'more shared texts than may be in memory',
    async () => {
      const texts = Array.from(
        { length: 130 },
        () => `<si><t>${randomBytes(1 << 18).toString('hex')}</t></si>`,
      );
      const parts = workbookParts([HEAD, GOOD], { isShared: true });
      return zipOf({ ...parts, 'xl/sharedStrings.xml': `<sst>${texts.join('')}</sst>` });
    },
    /^the workbook has more than 2000000 different texts, or 67108864 characters of them/,
  );
  refuses(
    'an old Excel file',
    async () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    /^the file is an old Excel file \(.xls\) or has a password/,
  );
  refuses(
    'a file that is no archive',
    async () => Buffer.from('series,time,value\n'),
    /^the zip archive is damaged or not to be trusted/,
  );
  refuses(
    'an archive that is no workbook',
    () => zipOf({ 'readme.txt': 'hello' }),
    /^this is not an Excel workbook/,
  );

  test('one changed byte of the sheet is found by its checksum', async (t) => {
    const store = await openMarket(t);
    const rows = Array.from({ length: 40 }, (_, i): XlsxCell[] => [
      'dehrprice',
      { days: NOON + i },
      i,
    ]);
    const sound = Buffer.from(await makeXlsx([HEAD, ...rows]));
    // The sheet's data follow its first header, whose name is 24 bytes long.
    const start = sound.indexOf('xl/worksheets/sheet1.xml') + 24;
    let refused = 0;
    for (let at = start; at < start + 200; at += 4) {
      const bytes = Buffer.from(sound);
      bytes[at] = bytes[at]! ^ 0x10;
      await assert.rejects(importBytes(t, store, bytes, 'xlsx'), { name: 'ImportFault' });
      refused++;
    }
    assert.equal(refused, 50);
    assert.equal(await countFilled(store), 0);
  });
});
