import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, suite, test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { formatOfFile } from '#importers/files/file-formats';
import { importPoints } from '#importers/import-points';
import { openRows } from '#importers/open-rows';
import { importBytes, MADE_FORMATS } from './made-files.ts';
import { BERLIN, countFilled, makeFolder, NOW, openMarket, readFrom } from './open-market.ts';

const TABLE = {
  names: ['series', 'time', 'value'],
  rows: [
    ['dehrprice', '2024-05-17T10:00Z', 1],
    ['dehrprice', '2024-05-17T11:00Z', 2],
  ],
};

// A folder of its own, so that temporary files of other tests are not counted.
const ownTemporary = await mkdtemp(join(tmpdir(), 'gridtide-own-'));
process.env.TMPDIR = ownTemporary;
after(() => rm(ownTemporary, { recursive: true, force: true }));

const spools = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('gridtide-spool-'));

suite('the format of a file', () => {
  for (const [path, name] of [
    ['a.csv', 'csv'],
    ['b.CSV.GZ', 'csv'],
    ['c.csv.zst', 'csv'],
    ['noending', 'csv'],
    ['folder.parquet/d.tsv', 'csv'],
    ['e.ndjson', 'ndjson'],
    ['f.jsonl.gz', 'ndjson'],
    ['g.v2.parquet', 'parquet'],
    ['h.feather', 'arrow'],
    ['i.arrow.zst', 'arrow'],
    ['j.XLSX', 'xlsx'],
  ] as const) {
    test(`the format of ${path} is ${name}`, () => assert.equal(formatOfFile(path).name, name));
  }

  for (const [path, fault] of [
    ['a.xls', 'files .xls are not read: save it as .xlsx'],
    ['a.zip', 'files .zip are not read: unpack it first'],
    ['a.json.gz', 'files .json are not read: write one object a line (.ndjson)'],
  ] as const) {
    test(`the file ${path} is refused with what to do`, () => {
      assert.throws(() => formatOfFile(path), { name: 'ImportFault', message: fault });
    });
  }

  for (const made of MADE_FORMATS) {
    const format = formatOfFile(`x.${made.ending}`).name;

    test(`${made.name} is read from standard input too, plain or compressed, in any pieces`, async (t) => {
      const store = await openMarket(t);
      const bytes = Buffer.from(await made.make(TABLE));
      const isPacked = /\.(?:gz|zst)$/.test(made.ending);
      for (const all of isPacked ? [bytes] : [bytes, gzipSync(bytes), zstdCompressSync(bytes)]) {
        const pieces = Readable.from([all.subarray(0, 3), all.subarray(3, 50), all.subarray(50)]);
        const { rows, name, sizeBytes } = await openRows('-', pieces, { format });
        assert.deepEqual([name, sizeBytes], ['stdin', undefined]);
        assert.equal((await importPoints(store, rows, { zone: BERLIN, now: NOW })).rows, 2);
      }
      assert.deepEqual(await readFrom(store, 'dehrprice', '2024-05-17T10:00Z', 2), [1, 2]);
      assert.deepEqual(await spools(), []);
    });

    test(`a given format of ${made.name} wins over the file’s name`, async (t) => {
      const store = await openMarket(t);
      const path = join(await makeFolder(t), 'misnamed.dat');
      await writeFile(path, await made.make(TABLE));
      const { rows } = await openRows(path, Readable.from([]), { format });
      assert.equal((await importPoints(store, rows, { zone: BERLIN, now: NOW })).added, 2);
    });
  }

  test('a file of another format than its name says is refused with the right one', async (t) => {
    const store = await openMarket(t);
    for (const [ending, title] of [
      ['parquet', 'Parquet'],
      ['arrow', 'Arrow IPC'],
      ['xlsx', 'Excel'],
    ] as const) {
      const bytes = await MADE_FORMATS.find((made) => made.ending === ending)!.make(TABLE);
      const path = join(await makeFolder(t), 'misnamed.csv');
      await writeFile(path, bytes);
      const { rows } = await openRows(path, Readable.from([]));
      await assert.rejects(importPoints(store, rows, { zone: BERLIN, now: NOW }), {
        message: `this is a file of ${title}, not of CSV: name it .${ending}, or give --format ${ending}`,
      });
    }
    assert.equal(await countFilled(store), 0);
  });

  test('a sheet of anything but a workbook is refused', async () => {
    await assert.rejects(openRows('x.csv', Readable.from([]), { sheet: 'Spot' }), {
      message: 'a sheet can be chosen of an Excel file only, not of CSV',
    });
  });

  test('a missing file is refused in every format', async (t) => {
    const folder = await makeFolder(t);
    for (const { ending } of MADE_FORMATS) {
      await assert.rejects(openRows(join(folder, `none.${ending}`), Readable.from([])), {
        message: 'there is no such file',
      });
    }
  });
});

suite('compressed files that are bombs', () => {
  for (const [ending, pack] of [
    ['csv.gz', gzipSync],
    ['csv.zst', zstdCompressSync],
    ['ndjson.gz', gzipSync],
    ['parquet.gz', gzipSync],
  ] as const) {
    test(`a .${ending} that unpacks to over a hundred times its size is refused`, async (t) => {
      const store = await openMarket(t);
      const bomb = pack(Buffer.alloc(40 << 20, '\n'));
      await assert.rejects(importBytes(t, store, bomb, ending), {
        name: 'ImportFault',
        message:
          /^the (?:gzip|zstd) data unpack to more than 100 times their size \(\d+ bytes to \d+\): this may be a zip bomb$/,
      });
      assert.deepEqual(await spools(), []);
    });
  }

  test('a small file may have any ratio', async (t) => {
    const store = await openMarket(t);
    const text = `series,time,value\n${'\n'.repeat(900_000)}dehrprice,2024-05-17T10:00Z,1\n`;
    const packed = gzipSync(text);
    assert.ok(text.length > 300 * packed.length);
    assert.equal((await importBytes(t, store, packed, 'csv.gz')).added, 1);
  });
});

suite('bytes that are no UTF-8', () => {
  for (const [name, bytes, ending, fault] of [
    [
      'a series of a CSV',
      Buffer.from('series,time,value\nd\xe9hrprice,2024-05-17T10:00Z,1\n', 'latin1'),
      'csv',
      /^line 2: column "series": "d\ufffdhrprice" is not UTF-8 text: save the file as UTF-8$/,
    ],
    [
      'a time of a CSV',
      Buffer.from('series,time,value\ndehrprice,2024-05-17\xa010:00Z,1\n', 'latin1'),
      'csv',
      /^line 2: column "time": ".*" is not UTF-8 text/,
    ],
    [
      'a value of a CSV',
      Buffer.from('time,dehrprice\n2024-05-17T10:00Z,1\xa0000\n', 'latin1'),
      'csv',
      /^line 2: column "dehrprice": ".*" is not UTF-8 text/,
    ],
    [
      'a column of a wide CSV',
      Buffer.from('time,d\xe9hrprice\n2024-05-17T10:00Z,1\n', 'latin1'),
      'csv',
      /^line 1: column ".*": "d\ufffdhrprice" is not UTF-8 text/,
    ],
    [
      'a series of NDJSON',
      Buffer.from('{"series":"d\xe9hrprice","time":"2024-05-17T10:00Z","value":1}\n', 'latin1'),
      'ndjson',
      /^line 1: column "series": "d\ufffdhrprice" is not UTF-8 text/,
    ],
    [
      'a file of UTF-16',
      Buffer.from('\ufeff{"series":"dehrprice"}\n', 'utf16le'),
      'ndjson',
      /^the file is UTF-16 text: save it as UTF-8$/,
    ],
  ] as const) {
    test(`${name} that is no UTF-8 is refused`, async (t) => {
      const store = await openMarket(t);
      await assert.rejects(importBytes(t, store, bytes, ending), {
        name: 'ImportFault',
        message: fault,
      });
      assert.equal(await countFilled(store), 0);
    });
  }
});
