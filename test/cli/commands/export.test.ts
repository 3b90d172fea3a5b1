import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { suite, test } from 'node:test';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { COMMANDS } from '#cli/command-table';
import { exportCommand } from '#cli/commands/export/export';
import { writeToOutput } from '#cli/commands/export/export-target';
import { runProgram } from '#cli/run-program';
import { gridOf } from '#core/time/grid';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import { EXPORT_FORMATS } from '#exporters/export-formats';
import type { Store } from '#store/store';
import { READERS } from '../../exporters/read-back.ts';
import { BERLIN } from '../../importers/open-market.ts';
import { NOW, openTerminal, type Terminal } from '../terminal.ts';

/** The command as the table lists it. */
const TABLE = [
  { name: 'export', summary: exportCommand.summary, load: async () => exportCommand },
  ...COMMANDS.filter(({ name }) => name !== 'export'),
];

interface Exported {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Runs the program with an output that takes bytes, as a pipe does. */
async function run(
  { storeUrl }: Terminal,
  argv: readonly string[],
  { isTerminal = false, env = {} }: { isTerminal?: boolean; env?: Record<string, string> } = {},
): Promise<Exported> {
  const stdout: Buffer[] = [];
  let stderr = '';
  const code = await runProgram(
    argv,
    {
      stdout: {
        isTTY: isTerminal,
        write: (bytes: string | Uint8Array) => stdout.push(Buffer.from(bytes as string)),
      },
      stderr: { isTTY: isTerminal, write: (text: string) => (stderr += text) },
      stdin: Readable.from([]),
      env: { STORE: storeUrl, ...env },
      now: () => NOW,
    },
    TABLE,
  );
  return { code, stdout: Buffer.concat(stdout), stderr };
}

type Value = number | null;

const SERIES: readonly [string, ResolutionName, from: string, readonly Value[]][] = [
  // Values over the day of 25 hours: a gap, a minus zero, and every digit of a double.
  [
    'dehrprice',
    'hour',
    '2024-10-26T22:00Z',
    [61.5, null, -0, 0.1 + 0.2, -500, 123456789012345.67, 5e-324, 1e17, -1 / 3, 42],
  ],
  ['de15wind', 'quarterhour', '2024-03-31T00:15Z', [1, 2, null, null, 5, 6, 7.25, 8]],
  ['ukhhload', 'halfhour', '2024-03-31T00:30Z', [30_000, 29_999.5]],
  ['dedaygas', 'day', '2024-10-25T22:00Z', [28.1, 28.2, 28.3, null, 28.5]],
  ['noweekres', 'week', '2024-10-20T22:00Z', [70, 71, 72]],
  ['demonth', 'month', '1959-12-31T23:00Z', [1, null, 3, 4]],
  ['dequarter', 'quarter', '2024-03-31T22:00Z', [9, 8]],
  ['deyear', 'year', '2019-12-31T23:00Z', [1, 2, 3]],
  ['denone', 'hour', '2024-01-01T00:00Z', []],
];

async function fill(store: Store): Promise<void> {
  await store.write(async (writer) => {
    for (const [code, resolution, from, values] of SERIES) {
      const { key } = await writer.defineSeries({
        code,
        description: `Test series "${code}", with a comma`,
        unit: 'EUR/MWh',
        resolution,
        area: code.startsWith('de') ? 'DE' : null,
        category: null,
      });
      if (values.length === 0) continue;
      const first = gridOf(resolutionOf(resolution), BERLIN).indexOf(Date.parse(from));
      await writer.writePoints(
        key,
        Int32Array.from(values, (_, i) => first + i),
        Float64Array.from(values, (value) => value ?? Number.NaN),
        NOW,
      );
    }
  });
}

/** All observed values, and the definition of each series. */
async function contentOf(store: Store) {
  const all = await store.searchSeries({ limit: 100 });
  return Promise.all(
    all.map(async (series) => {
      const { code, description, unit, resolution, area, category, firstIndex, lastIndex } = series;
      const span = { start: firstIndex ?? 0, end: (lastIndex ?? -1) + 1 };
      const values = [...(await store.readValues(series.key, span))];
      return { code, description, unit, resolution, area, category, firstIndex, values };
    }),
  );
}

async function openFilled(t: Parameters<typeof openTerminal>[0]): Promise<Terminal> {
  const terminal = await openTerminal(t);
  // Only import makes a store.
  const define = await terminal.file(
    'first.csv',
    'code,description,unit,resolution\ndehrprice,x,y,hour\n',
  );
  assert.equal((await terminal.run(['import', '--define', define])).code, 0);
  await terminal.withStore(fill);
  return terminal;
}

suite('gridtide export: import reads the files again', () => {
  for (const { name, extensions } of EXPORT_FORMATS) {
    for (const shape of ['long', 'wide']) {
      test(`an exported ${name}, ${shape}, gives another store the same content`, async (t) => {
        const [source, target] = [await openFilled(t), await openTerminal(t)];
        const file = join(source.folder, `all.${extensions[0]}`);
        const definitions = join(source.folder, 'series.csv');
        const argv = ['export', '--out', file, '--shape', shape, '--definitions', definitions];
        const exported = await run(source, argv);
        assert.deepEqual([exported.code, exported.stderr], [0, '']);
        assert.match(String(exported.stdout), / rows of 9 series, /);
        const imported = await target.run(['import', '--define', definitions, file]);
        assert.deepEqual([imported.code, imported.stderr], [0, '']);
        assert.deepEqual(await target.withStore(contentOf), await source.withStore(contentOf));
        const again = await source.run(['import', file]);
        assert.match(again.stdout, /\(0 new, 0 changed, \d+ same\)/);
      });
    }
  }
});

suite('gridtide export: more rows than are read at a time', () => {
  const count = 70_000;
  for (const { name, extensions } of EXPORT_FORMATS) {
    test(`import reads all rows of a large exported ${name}`, async (t) => {
      const [source, target] = [await openFilled(t), await openTerminal(t)];
      await source.withStore((store) =>
        store.write(async (writer) => {
          const { key } = (await writer.findSeries('denone'))!;
          const values = Float64Array.from({ length: count }, (_, i) =>
            i % 1_000 === 7 ? Number.NaN : Math.sin(i) * 1_000,
          );
          await writer.writePoints(
            key,
            Int32Array.from(values, (_, i) => 400_000 + i),
            values,
            NOW,
          );
        }),
      );
      const file = join(source.folder, `long.${extensions[0]}`);
      const definitions = join(source.folder, 'series.csv');
      const argv = ['export', 'denone', 'deyear', '--out', file, '--definitions', definitions];
      const exported = await run(source, argv);
      assert.match(String(exported.stdout), /: 69,933 rows of 2 series, /);
      const imported = await target.run(['import', '--define', definitions, file]);
      assert.deepEqual([imported.code, imported.stderr], [0, '']);
      const all = await source.withStore(contentOf);
      assert.deepEqual(
        await target.withStore(contentOf),
        all.filter(({ code }) => code === 'denone' || code === 'deyear'),
      );
    });
  }
});

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
