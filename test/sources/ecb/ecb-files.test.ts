// Small files as the ECB writes them, made up here; then the real ones, if they are available.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { ZipFile } from 'yazl';
import { ImportFault } from '#importers/files/import-fault';
import { readRateCsv } from '#sources/ecb/ecb-csv';
import { readRates } from '#sources/ecb/ecb-files';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** `USD 2024-05-17 1.0844` for every rate, in order of currency and day. */
async function rowsOf(bytes: Uint8Array): Promise<string[]> {
  const columns = (await readRates([bytes])).columns();
  return columns
    .flatMap(({ currency, days, rates }) =>
      Array.from(days, (day, i) => `${currency} ${dateOf(day)} ${rates[i]}`),
    )
    .sort();
}

async function refusal(bytes: Uint8Array): Promise<string> {
  try {
    await readRates([bytes]);
  } catch (error) {
    if (error instanceof ImportFault) return error.in('rates');
    throw error;
  }
  return 'taken';
}

async function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>));
}

const HISTORY = `Date,USD,NOK,ROL,
2024-05-17,1.0844,11.5995,N/A,
2024-05-16,1.0866,N/A,N/A,
1999-01-04,1.1789,8.855,13111,
`;
const HISTORY_ROWS = [
  'NOK 1999-01-04 8.855',
  'NOK 2024-05-17 11.5995',
  'ROL 1999-01-04 13111',
  'USD 1999-01-04 1.1789',
  'USD 2024-05-16 1.0866',
  'USD 2024-05-17 1.0844',
];

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/x">
  <gesmes:subject>Reference rates</gesmes:subject>
  <Cube>
    <Cube time='2024-05-17'>
      <Cube currency='USD' rate='1.0844'/>
      <Cube currency='NOK' rate='11.5995'/>
    </Cube>
    <Cube time="2024-05-16"><Cube currency="USD" rate="1.0866"/></Cube>
  </Cube>
</gesmes:Envelope>
`;

suite('ECB files', () => {
  test('the daily CSV has one row, with its month in words and blanks after commas', async () => {
    const daily = 'Date, USD, JPY, NOK, \n13 April 2026, 1.1684, 186.75, 11.0980, \n';
    const expected = ['JPY 2026-04-13 186.75', 'NOK 2026-04-13 11.098', 'USD 2026-04-13 1.1684'];
    assert.deepEqual(await rowsOf(bytesOf(daily)), expected);
    const january = daily.replace('13 April 2026', '1 January 2027').replaceAll('\n', '\r\n');
    assert.match((await rowsOf(bytesOf(january)))[0]!, /2027-01-01/);
  });

  test('the history is read newest first, with N/A for a currency without a rate', async () => {
    assert.deepEqual(await rowsOf(bytesOf(HISTORY)), HISTORY_ROWS);
  });

  test('the zip gives the same history', async () => {
    assert.deepEqual(await rowsOf(await zipOf({ 'eurofxref-hist.csv': HISTORY })), HISTORY_ROWS);
  });

  test('XML of one or more days is read with either kind of quotes', async () => {
    const expected = ['NOK 2024-05-17 11.5995', 'USD 2024-05-16 1.0866', 'USD 2024-05-17 1.0844'];
    assert.deepEqual(await rowsOf(bytesOf(XML)), expected);
  });

  test('a file in pieces of any size gives the same rates', async () => {
    const bytes = bytesOf(HISTORY);
    const whole = (await readRates([bytes])).columns();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: bytes.length }), async (size) => {
        const pieces = [];
        for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
        assert.deepEqual((await readRateCsv(pieces)).columns(), whole);
      }),
      { numRuns: 40 },
    );
  });

  test('a rate given twice is taken once, and two rates for one day are refused', async () => {
    const twice = 'Date,USD,\n2024-05-17,1.0844,\n2024-05-17,1.0844,\n';
    assert.deepEqual(await rowsOf(bytesOf(twice)), ['USD 2024-05-17 1.0844']);
    assert.equal(
      await refusal(bytesOf(twice.replace(/1\.0844,\n$/, '1.1,\n'))),
      'rates line 3: column "USD": USD on 2024-05-17 is 1.1 here and 1.0844 above',
    );
  });
});

suite('ECB files that are refused', () => {
  const faults: readonly (readonly [string, string, RegExp])[] = [
    ['another table', 'time,value\n2024-05-17,1\n', /line 1: the header must be Date,USD,JPY…/],
    ['a page of HTML', '<!DOCTYPE html><html><body>Sorry</body></html>', /document type/],
    ['a short row', 'Date,USD,NOK,\n2024-05-17,1.0844,\n', /line 2: 1 rates, but .* 2 currencies/],
    [
      'a day that does not exist',
      'Date,USD,\n2024-02-30,1.0844,\n',
      /line 2: "2024-02-30" is not a date/,
    ],
    ['an unknown month', 'Date,USD,\n17 Mai 2024,1.0844,\n', /line 2: "17 Mai 2024" is not a date/],
    ['a day before the euro', 'Date,USD,\n1998-12-31,1.0844,\n', /from 1999 on/],
    ['a rate of nothing', 'Date,USD,\n2024-05-17,0,\n', /line 2: column "USD": "0" is not a pos/],
    ['a formula', 'Date,USD,\n2024-05-17,=1+1,\n', /column "USD": "=1\+1" is not a positive/],
    ['an empty rate', 'Date,USD,NOK,\n2024-05-17,,11.5,\n', /column "USD": "" is not a positive/],
    ['a currency twice', 'Date,USD,USD,\n2024-05-17,1,1,\n', /line 1: USD is given twice/],
    ['a strange currency', 'Date,Dollar,\n2024-05-17,1,\n', /"Dollar" is not a currency code/],
    ['no rates', 'Date,USD,\n', /the file has no rates/],
    ['nothing', '', /the file has no rates/],
    ['XML that ends early', XML.slice(0, 400), /not sound XML/],
    ['XML without a day', XML.replace(/ time='[^']*'/, ''), /line 6: a rate stands outside a day/],
    ['XML with a bad rate', XML.replace('1.0844', 'NaN'), /line 6: "NaN" is not a positive rate/],
    [
      'XML with entities',
      `<!DOCTYPE a [<!ENTITY b "1"><!ENTITY c "&b;&b;">]>${XML.slice(39)}`,
      /line \d+: a document type is not allowed/,
    ],
  ];
  for (const [what, text, expected] of faults) {
    test(`an ECB file with ${what} is refused`, async () =>
      assert.match(await refusal(bytesOf(text)), expected));
  }

  test('an ECB file that is not UTF-8 is refused', async () => {
    const bytes = bytesOf(XML);
    bytes[300] = 0xff;
    assert.match(await refusal(bytes), /not UTF-8/);
  });

  test('a zip that unpacks to more than a hundred times its size is refused', async () => {
    const bomb = `Date,USD,\n2024-05-17,${' '.repeat(3 << 20)}1.0844,\n`;
    assert.match(await refusal(await zipOf({ 'a.csv': bomb })), /more than 100 times their size/);
  });

  test('a zip that lies about its size is refused', async () => {
    const zip = await zipOf({ 'a.csv': `${HISTORY}${'\n'.repeat(3 << 20)}` });
    // The uncompressed size in the central directory, 24 bytes into its only entry.
    const entry = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    zip.writeUInt32LE(HISTORY.length, entry + 24);
    assert.match(await refusal(zip), /damaged or not to be trusted/);
  });

  test('a zip of several files, of folders, of something else, or cut off is refused', async () => {
    const two = await zipOf({ 'a.csv': HISTORY, 'b.csv': HISTORY });
    assert.match(await refusal(two), /must hold one file, but holds 2/);
    const nested = await zipOf({ 'etc/a.csv': HISTORY });
    assert.match(await refusal(nested), /without a folder, but holds "etc\/a.csv"/);
    assert.match(await refusal(await zipOf({ 'a.exe': HISTORY })), /holds "a.exe"/);
    const climbing = await zipOf({ 'aaa.csv': HISTORY });
    for (let at = climbing.indexOf('aaa'); at >= 0; at = climbing.indexOf('aaa', at)) {
      climbing.write('../', at);
    }
    assert.match(await refusal(climbing), /not to be trusted \(.*relative path|without a folder/);
    assert.match(await refusal(two.subarray(0, 100)), /zip archive is damaged/);
  });
});

const DATA = process.env.GRIDTIDE_DATA ?? join(import.meta.dirname, '../../../../shared/data');
const FOLDER = join(DATA, 'ecb');

suite('real ECB files', { skip: existsSync(FOLDER) ? false : `no files in ${FOLDER}` }, () => {
  const read = (name: string): Buffer => readFileSync(join(FOLDER, name));

  /** Splits text by lines and commas, unlike the reader. */
  function slowRows(text: string): string[] {
    const [head = '', ...lines] = text.trim().split('\n');
    const currencies = head.split(',').map((name) => name.trim());
    return lines
      .flatMap((line) => {
        const cells = line.split(',').map((cell) => cell.trim());
        const date = dateOf(Date.parse(`${cells[0]} UTC`) / 86_400_000);
        return cells.flatMap((cell, i) =>
          i === 0 || cell === '' || cell === 'N/A' ? [] : [`${currencies[i]} ${date} ${+cell}`],
        );
      })
      .sort();
  }

  test('the real daily CSV is read', async () => {
    const rows = await rowsOf(read('eurofxref.csv'));
    assert.deepEqual(rows, slowRows(read('eurofxref.csv').toString()));
    assert.ok(rows.includes('NOK 2026-04-13 11.098'));
    assert.equal(rows.length, 29);
  });

  test('the real daily XML is read', async () => {
    const matches = read('eurofxref-daily.xml')
      .toString()
      .matchAll(/currency='(...)' rate='([\d.]+)'/g);
    const expected = Array.from(matches, ([, code, rate]) => `${code} 2017-03-08 ${Number(rate)}`);
    assert.equal(expected.length, 31);
    assert.deepEqual(await rowsOf(read('eurofxref-daily.xml')), expected.sort());
  });

  test('the real history since 2019 is read', async () => {
    const file = read('eurofxref-hist-2019on.csv');
    assert.deepEqual(await rowsOf(file), slowRows(file.toString()));
  });

  test('the real zip of the whole history is read', async () => {
    const zip = read('eurofxref-hist.zip');
    // The only local file header: 30 bytes, then a name and extra fields of the lengths it tells.
    const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
    const text = inflateRawSync(zip.subarray(start)).toString();
    const table = await readRates([zip]);
    assert.deepEqual(await rowsOf(zip), slowRows(text));
    assert.equal(table.newestDay, dayOf('2026-04-13'));
  });
});
