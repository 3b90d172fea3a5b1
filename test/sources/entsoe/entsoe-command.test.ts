// gridtide fetch entsoe as it is typed: files, and a server that replays answers, limits and faults.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { suite, type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { runProgram } from '#cli/run-program';
import { openStore } from '#store/open/open-store';
import { answer, cutOff, type Reply, replay } from '../replay-server.ts';
import { powerFields, powerXml, priceFields, pricesXml, reasonXml } from './entsoe-documents.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const TOKEN = 'f00dfeed-0000-4000-8000-000000000000';
const FETCH = {
  name: 'fetch',
  summary: '',
  load: async () => (await import('#cli/commands/fetch/fetch')).fetchCommand,
};

async function openShell(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-fetch-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const storeUrl = `sqlite:${join(folder, 'store.db')}`;
  return {
    folder,
    async run(argv: readonly string[], env: Record<string, string> = {}, stdin = '') {
      const written = { stdout: '', stderr: '' };
      const output = (name: keyof typeof written) => ({
        write: (text: string) => {
          written[name] += text;
        },
      });
      const io = {
        stdout: output('stdout'),
        stderr: output('stderr'),
        stdin: Readable.from([Buffer.from(stdin)]),
        env: { STORE: storeUrl, ...env },
        now: () => NOW,
      };
      const code = await runProgram(['fetch', ...argv], io, [FETCH]);
      return { code, ...written };
    },
    async file(name: string, content: string | Uint8Array) {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    },
    async valuesOf(code: string, from: string, count: number): Promise<number[] | undefined> {
      const store = await openStore(storeUrl);
      try {
        const series = await store.findSeries(code);
        if (!series) return undefined;
        const start = Date.parse(from) / (series.resolution === 'hour' ? 3_600_000 : 900_000);
        return [...(await store.readValues(series.key, { start, end: start + count }))];
      } finally {
        await store.close();
      }
    },
  };
}

const DAY = { start: '2024-09-01T22:00Z', end: '2024-09-02T22:00Z' };
const prices = (value: number, eic = '10YNL----------L', resolution = 'PT60M'): string =>
  pricesXml({
    curve: 'A03',
    fields: priceFields(eic),
    periods: [{ ...DAY, resolution, points: { 1: value } }],
  });
const NO_DATA = reasonXml('999', 'No matching data found for Data item ENERGY_PRICES [12.1.D]');
const ASK = [
  'entsoe',
  '--area',
  'NL',
  '--what',
  'prices',
  '--from',
  '2024-09-02',
  '--to',
  '2024-09-02',
];

suite('gridtide fetch entsoe FILE', () => {
  test('fetch stores a file, says what was new, and changes nothing the second time', async (t) => {
    const shell = await openShell(t);
    const file = await shell.file('prices.xml', prices(5));
    const first = await shell.run(['entsoe', file]);
    assert.deepEqual([first.code, first.stderr], [0, '']);
    assert.equal(first.stdout, `${file}: 24 points (24 new, 0 changed, 0 same) in 1 series\n`);
    assert.match((await shell.run(['entsoe', file])).stdout, /\(0 new, 0 changed, 24 same\)/);
    assert.deepEqual(await shell.valuesOf('nlhrprice', '2024-09-01T22:00Z', 2), [5, 5]);
  });

  test('fetch stores files in the order in which they were made, whatever their names are', async (t) => {
    const shell = await openShell(t);
    const newer = await shell.file('a.xml.gz', gzipSync(prices(2)));
    const older = await shell.file('b.xml', prices(1).replace('2026-05-07T10', '2026-05-06T10'));
    const { stdout } = await shell.run(['entsoe', newer, older]);
    assert.ok(stdout.indexOf('b.xml') < stdout.indexOf('a.xml.gz'));
    assert.deepEqual(await shell.valuesOf('nlhrprice', '2024-09-01T22:00Z', 1), [2]);
  });

  test('fetch says "no data" and why, with exit code 0', async (t) => {
    const shell = await openShell(t);
    const { code, stdout } = await shell.run(['entsoe', '-'], {}, NO_DATA);
    assert.equal(code, 0);
    assert.equal(
      stdout,
      'stdin: no data: No matching data found for Data item ENERGY_PRICES [12.1.D]\n',
    );
  });

  test('fetch names file, line and reason of what it refuses, and stores nothing of it', async (t) => {
    const shell = await openShell(t);
    const bad = prices(5).replace(
      '</Period>',
      '<Point><position>99</position><price.amount>1</price.amount></Point></Period>',
    );
    const file = await shell.file('bad.xml', bad);
    const { code, stderr } = await shell.run(['entsoe', file]);
    assert.equal(code, 1);
    assert.match(stderr, /bad\.xml line \d+: position 99 is not one of the period's 24\n$/);
    assert.equal(await shell.valuesOf('nlhrprice', '2024-09-01T22:00Z', 1), undefined);
  });

  test('a forecast is counted as points and as runs', async (t) => {
    const shell = await openShell(t);
    const periods = [{ ...DAY, resolution: 'PT15M', points: { 1: 1 } }];
    const fields = powerFields('10YNL----------L', 'out');
    const text = powerXml('A65', 'A01', { curve: 'A03', fields, periods });
    const { stdout } = await shell.run(['entsoe', await shell.file('forecast.xml', text)]);
    assert.match(
      stdout,
      /: 96 points \(96 new, 0 changed, 0 same\), 1 run \(1 new, 0 changed, 0 same\) in 2 series\n$/,
    );
  });

  test('quarter hours make hours only if --hourly asks for them', async (t) => {
    const shell = await openShell(t);
    const file = await shell.file('prices.xml', prices(5, '10YNL----------L', 'PT15M'));
    await shell.run(['entsoe', file]);
    assert.equal(await shell.valuesOf('nlhrprice', '2024-09-01T22:00Z', 1), undefined);
    assert.deepEqual(await shell.valuesOf('nlqhprice', '2024-09-01T22:00Z', 1), [5]);
    await shell.run(['entsoe', file, '--hourly']);
    assert.deepEqual(await shell.valuesOf('nlhrprice', '2024-09-01T22:00Z', 1), [5]);
  });
});

suite('gridtide fetch entsoe from the service', () => {
  test('fetch asks with the key of the environment, stores, and says what was new', async (t) => {
    const shell = await openShell(t);
    const server = await replay(t, answer(prices(5)), answer(NO_DATA));
    const argv = [...ASK, '--base-url', server.baseUrl];
    const { code, stdout, stderr } = await shell.run(argv, { ENTSOE_TOKEN: TOKEN });
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(
      stdout,
      'NL prices 2024-09-02: 24 points (24 new, 0 changed, 0 same) in 1 series\n',
    );
    const asked = Object.fromEntries(server.asked[0]!.searchParams);
    assert.equal(asked.securityToken, TOKEN);
    assert.equal(asked.periodStart, '202409012200');
    const again = await shell.run(argv, { ENTSOE_TOKEN: TOKEN });
    assert.match(again.stdout, /^NL prices 2024-09-02: no data: No matching data found/);
  });

  test('fetch waits if the service asks for it, says so, and goes on', async (t) => {
    const shell = await openShell(t);
    const server = await replay(
      t,
      answer('', 429, { 'retry-after': '0' }),
      cutOff(prices(5).slice(0, 200)),
      answer(prices(5)),
    );
    const { code, stdout, stderr } = await shell.run([...ASK, '--base-url', server.baseUrl], {
      ENTSOE_TOKEN: TOKEN,
    });
    assert.equal(code, 0);
    assert.match(stdout, /24 new/);
    assert.match(stderr, /NL prices 2024-09-02: the server answered 429; trying again in 1 s\n/);
    assert.match(stderr, /NL prices 2024-09-02: the connection failed.*; trying again in \d s\n$/);
    assert.equal(server.asked.length, 3);
  });

  const faults: [string, Reply, RegExp][] = [
    ['a wrong key', answer('Unauthorized', 401), /NL prices 2024-09-02: the server answered 401/],
    [
      'an answer that repeats the key',
      answer(`<html>${TOKEN}</html>`, 403),
      /the server answered 403: …\n$/,
    ],
    [
      'a mistake in the question',
      answer(reasonXml('999', `Invalid parameter ${TOKEN}`), 400),
      /NL prices 2024-09-02: ENTSO-E refused: Invalid parameter … \(reason 999\)/,
    ],
    ['a page instead of a document', answer('<html></html>'), /2024-09-02: line 1: "html" is not/],
    [
      'half a document',
      answer(prices(5).slice(0, -40)),
      /2024-09-02: line \d+: this is not sound XML/,
    ],
    ['the prices of another area', answer(prices(5, '10YBE----------2')), /asked was NL\n$/],
  ];
  for (const [what, reply, message] of faults) {
    test(`${what} ends in one line without the key, and nothing is stored`, async (t) => {
      const shell = await openShell(t);
      const server = await replay(t, reply);
      const argv = [...ASK, '--base-url', server.baseUrl];
      const { code, stdout, stderr } = await shell.run(argv, { ENTSOE_TOKEN: TOKEN });
      assert.equal(code, 1);
      assert.match(stderr, message);
      assert.equal(stderr.split('\n').length, 2);
      assert.ok(!`${stdout}${stderr}`.includes(TOKEN));
      assert.equal(await shell.valuesOf('nlhrprice', '2024-09-01T22:00Z', 1), undefined);
    });
  }

  test('answers before a fault stay stored', async (t) => {
    const shell = await openShell(t);
    const server = await replay(t, answer(prices(5)), answer('', 404));
    const argv = ['entsoe', '--area', 'NL,BE', ...ASK.slice(3), '--base-url', server.baseUrl];
    const { code, stdout, stderr } = await shell.run(argv, { ENTSOE_TOKEN: TOKEN });
    assert.equal(code, 1);
    assert.match(stdout, /^NL prices 2024-09-02: 24 points/);
    assert.match(stderr, /BE prices 2024-09-02: the server answered 404/);
    assert.deepEqual(await shell.valuesOf('nlhrprice', '2024-09-01T22:00Z', 1), [5]);
  });

  test('--save keeps answers as files that fetch can read again, without the key', async (t) => {
    const shell = await openShell(t);
    const server = await replay(t, answer(prices(5)));
    const folder = join(shell.folder, 'saved', 'answers');
    await shell.run([...ASK, '--base-url', server.baseUrl, '--save', folder], {
      ENTSOE_TOKEN: TOKEN,
    });
    assert.deepEqual(await readdir(folder), [
      'entsoe-nl-prices-2024-09-02-asked-20261115T120000Z.xml',
    ]);
    const saved = join(folder, (await readdir(folder))[0]!);
    assert.equal(await readFile(saved, 'utf8'), prices(5));
    assert.match((await shell.run(['entsoe', saved])).stdout, /0 new, 0 changed, 24 same/);
  });

  test('arguments that make no sense are refused before the service is asked', async (t) => {
    const shell = await openShell(t);
    const server = await replay(t, answer(prices(5)));
    const base = ['--base-url', server.baseUrl];
    const cases: [string[], Record<string, string>, RegExp][] = [
      [[], {}, /SOURCE missing; there are entsoe, ecb/],
      [['entsoo'], {}, /unknown source "entsoo" \(did you mean entsoe\?\)/],
      [['entsoe'], {}, /--area missing, and no FILE given/],
      [['entsoe', '--area', 'NL'], {}, /--what missing: prices, load, /],
      [ASK.slice(0, 5), {}, /--from missing/],
      [[...ASK, ...base], {}, /entsoe needs a key: set ENTSOE_TOKEN in the environment/],
      [
        ASK.with(2, 'NC'),
        { ENTSOE_TOKEN: TOKEN },
        /NC \(Nordic countries\) has no prices at ENTSO-E/,
      ],
      [ASK.with(6, 'last'), { ENTSOE_TOKEN: TOKEN }, /--from cannot be last/],
      [ASK.with(6, '2024-13-01'), { ENTSOE_TOKEN: TOKEN }, /2024-13-01/],
      [ASK.with(6, '2024-09-03'), { ENTSOE_TOKEN: TOKEN }, /the time asked for is empty/],
      [['entsoe', 'a.xml', '--area', 'NL'], {}, /--area does not go with files/],
      [
        [...ASK, '--base-url', 'https://evil.net'],
        { ENTSOE_TOKEN: TOKEN },
        /must be on this machine/,
      ],
      [['ecb', '--area', 'NL'], {}, /ecb has no areas/],
    ];
    for (const [argv, env, message] of cases) {
      const { code, stderr } = await shell.run(argv, env);
      assert.notEqual(code, 0);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /internal error/);
    }
    assert.equal(server.asked.length, 0);
  });
});
