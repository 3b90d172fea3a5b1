import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { writeToOutput } from '#cli/commands/export/export-target';
import { EXPORT_FORMATS } from '#exporters/export-formats';
import { READERS } from '../../../exporters/read-back.ts';
import { openFilled, run } from './export-terminal.ts';

suite('gridtide export', () => {
  test('export waits for the reader of its standard output', async () => {
    let isReady = true;
    let written = 0;
    const output = {
      write(bytes: string | Uint8Array) {
        assert.ok(isReady, 'nothing is written before the reader is done');
        written += bytes.length;
        isReady = false;
        return false;
      },
      once(_event: 'drain', listener: () => void) {
        setImmediate(() => {
          isReady = true;
          listener();
        });
      },
    };
    const slices = (async function* () {
      for (let i = 0; i < 10; i++) yield Buffer.alloc(1_000);
    })();
    await writeToOutput(slices, output);
    assert.equal(written, 10_000);
  });

  test('export writes the series that match patterns, over a span of keywords, to standard output', async (t) => {
    const terminal = await openFilled(t);
    const { code, stdout, stderr } = await run(terminal, [
      'export',
      'DE*gas',
      'noweekres',
      '--from',
      '2024-10-27',
      '--to',
      'month-1',
    ]);
    assert.equal(code, 0);
    assert.equal(
      String(stdout),
      [
        'series,time,value',
        'dedaygas,2024-10-26T22:00:00Z,28.2',
        'dedaygas,2024-10-27T23:00:00Z,28.3',
        'dedaygas,2024-10-29T23:00:00Z,28.5',
        'noweekres,2024-10-27T23:00:00Z,71',
        'noweekres,2024-11-03T23:00:00Z,72',
        '',
      ].join('\n'),
    );
    assert.match(stderr, /^stdout: 5 rows of 2 series, /);
  });

  test('export resolves first and last for each series', async (t) => {
    const terminal = await openFilled(t);
    const argv = ['export', 'deyear', 'dequarter', 'denone', '--from', 'last', '--to', 'last'];
    const { stdout } = await run(terminal, argv);
    assert.equal(
      String(stdout),
      'series,time,value\ndequarter,2024-06-30T22:00:00Z,8\ndeyear,2021-12-31T23:00:00Z,3\n',
    );
  });

  test('export writes only a header if the span has no values', async (t) => {
    const terminal = await openFilled(t);
    const { code, stdout } = await run(terminal, [
      'export',
      'de*',
      '--from',
      '2050',
      '--to',
      '2050',
    ]);
    assert.deepEqual([code, String(stdout)], [0, 'series,time,value\n']);
  });

  test('export takes the format from --format before the file’s name', async (t) => {
    const terminal = await openFilled(t);
    for (const { name } of EXPORT_FORMATS) {
      const file = join(terminal.folder, 'export.csv');
      await run(terminal, ['export', 'deyear', '--format', name.toUpperCase(), '--out', file]);
      assert.equal((await READERS[name](await readFile(file))).length, 3, name);
      const piped = await run(terminal, ['export', 'deyear', '--format', name]);
      assert.deepEqual(piped.stdout, await readFile(file), name);
    }
  });

  test('export compresses text if the name says so', async (t) => {
    const terminal = await openFilled(t);
    const plain = String((await run(terminal, ['export', 'deyear'])).stdout);
    const [gz, zst] = [join(terminal.folder, 'a.csv.gz'), join(terminal.folder, 'a.CSV.ZST')];
    await run(terminal, ['export', 'deyear', '--out', gz]);
    await run(terminal, ['export', 'deyear', '--out', zst]);
    assert.equal(String(gunzipSync(await readFile(gz))), plain);
    assert.equal(String(zstdDecompressSync(await readFile(zst))), plain);
  });

  test('export shows on a terminal how far it is, and clears that line', async (t) => {
    const terminal = await openFilled(t);
    const file = join(terminal.folder, 'a.csv');
    const { stderr } = await run(terminal, ['export', '--out', file], { isTerminal: true });
    assert.match(stderr, /% \d+ of \d+.*, de15wind/);
    assert.ok(stderr.endsWith('\r\u001b[K'));
  });

  test('export replaces a file when the new one is whole, and leaves no other file', async (t) => {
    const terminal = await openFilled(t);
    const file = await terminal.file('kept.csv', 'old');
    const damage = await run(terminal, ['export', 'deyear', '--out', join(file, 'x.csv')]);
    assert.equal(damage.code, 1);
    assert.equal(await readFile(file, 'utf8'), 'old');
    await run(terminal, ['export', 'deyear', '--out', file]);
    assert.match(await readFile(file, 'utf8'), /^series,time,value\n/);
    const names = await readdir(terminal.folder);
    assert.deepEqual(
      names.filter((name) => name.includes('.part')),
      [],
    );
  });

  const refused: readonly [argv: readonly string[], code: number, message: RegExp][] = [
    [['nosuch*'], 1, /no series matches "nosuch\*"/],
    [['dehrprise'], 1, /no series "dehrprise" \(did you mean dehrprice\?\)/],
    [['de*', 'xx*'], 1, /no series matches "xx\*"/],
    [['d€'], 1, /a pattern is 1 to 64 letters/],
    [
      ['--from', 'tomorow'],
      1,
      /--from: unknown date or keyword "tomorow" \(did you mean tomorrow\?\)/,
    ],
    [['--from', '2024', '--to', '2023'], 1, /--from is after --to/],
    [
      ['--format', 'parket'],
      2,
      /unknown format "parket" \(did you mean parquet\?\); there are csv, nd/,
    ],
    [
      ['--out', 'x.dat'],
      2,
      /--format missing: the name of "x.dat" says none \(csv, ndjson, parquet/,
    ],
    [['--out', 'x.parquet.gz'], 2, /parquet files are not compressed again/],
    [['--shape', 'square'], 2, /--shape is long or wide/],
    [['--out', '/no/such/folder/x.csv'], 1, /x\.csv: there is no such folder/],
    [['--out', '/tmp', '--format', 'csv'], 1, /\/tmp: this is a folder/],
  ];
  for (const [argv, code, message] of refused) {
    test(`export ${argv.join(' ')} is refused`, async (t) => {
      const terminal = await openFilled(t);
      const outcome = await run(terminal, ['export', ...argv]);
      assert.equal(outcome.code, code);
      assert.match(outcome.stderr, message);
      assert.equal(String(outcome.stdout), '');
    });
  }

  test('export does not write bytes to a terminal', async (t) => {
    const terminal = await openFilled(t);
    const { code, stderr } = await run(terminal, ['export', '--format', 'arrow'], {
      isTerminal: true,
    });
    assert.equal(code, 2);
    assert.match(stderr, /arrow is not for a terminal: name a file with --out/);
  });
});
