// Excel files that are damaged or made to do harm.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import { importBytes } from '../../made-files.ts';
import { countFilled, openMarket } from '../../open-market.ts';
import { makeXlsx, workbookParts, type XlsxCell, zipOf } from './made-workbook.ts';

const HEAD: XlsxCell[] = ['series', 'time', 'value'];
/** 2024-05-17T12:00 on the wall, which is 10:00Z. */
const NOON = 45429.5;
const GOOD: XlsxCell[] = ['dehrprice', { days: NOON }, 1];

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
      const sharedStrings = `<sst>${texts.join('')}</sst>`;
      return zipOf({ ...parts, 'xl/sharedStrings.xml': sharedStrings }, { compress: false });
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
