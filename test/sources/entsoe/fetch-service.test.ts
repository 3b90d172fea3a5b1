// gridtide fetch entsoe with a server that replays answers, limits and faults.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { answer, cutOff, type Reply, replay } from '../replay-server.ts';
import { reasonXml } from './entsoe-documents.ts';
import { ASK, NO_DATA, openFetchTerminal, prices, TOKEN } from './fetch-terminal.ts';

suite('gridtide fetch entsoe from the service', () => {
  test('fetch asks with the key of the environment, stores, and says what was new', async (t) => {
    const terminal = await openFetchTerminal(t);
    const server = await replay(t, answer(prices(5)), answer(NO_DATA));
    const argv = [...ASK, '--base-url', server.baseUrl];
    const { code, stdout, stderr } = await terminal.run(argv, { ENTSOE_TOKEN: TOKEN });
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(
      stdout,
      'NL prices 2024-09-02: 24 points (24 new, 0 changed, 0 same) in 1 series\n',
    );
    const asked = Object.fromEntries(server.asked[0]!.searchParams);
    assert.equal(asked.securityToken, TOKEN);
    assert.equal(asked.periodStart, '202409012200');
    const again = await terminal.run(argv, { ENTSOE_TOKEN: TOKEN });
    assert.match(again.stdout, /^NL prices 2024-09-02: no data: No matching data found/);
  });

  test('fetch waits if the service asks for it, says so, and goes on', async (t) => {
    const terminal = await openFetchTerminal(t);
    const server = await replay(
      t,
      answer('', 429, { 'retry-after': '0' }),
      cutOff(prices(5).slice(0, 200)),
      answer(prices(5)),
    );
    const { code, stdout, stderr } = await terminal.run([...ASK, '--base-url', server.baseUrl], {
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
      /the server answered 403: …; is the key in ENTSOE_TOKEN right\?\n$/,
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
      const terminal = await openFetchTerminal(t);
      const server = await replay(t, reply);
      const argv = [...ASK, '--base-url', server.baseUrl];
      const { code, stdout, stderr } = await terminal.run(argv, { ENTSOE_TOKEN: TOKEN });
      assert.equal(code, 1);
      assert.match(stderr, message);
      assert.equal(stderr.split('\n').length, 2);
      assert.ok(!`${stdout}${stderr}`.includes(TOKEN));
      assert.equal(await terminal.valuesOf('nlhrprice', '2024-09-01T22:00Z', 1), undefined);
    });
  }

  test('answers before a fault stay stored', async (t) => {
    const terminal = await openFetchTerminal(t);
    const server = await replay(t, answer(prices(5)), answer('', 404));
    const argv = ['entsoe', '--area', 'NL,BE', ...ASK.slice(3), '--base-url', server.baseUrl];
    const { code, stdout, stderr } = await terminal.run(argv, { ENTSOE_TOKEN: TOKEN });
    assert.equal(code, 1);
    assert.match(stdout, /^NL prices 2024-09-02: 24 points/);
    assert.match(stderr, /BE prices 2024-09-02: the server answered 404/);
    assert.deepEqual(await terminal.valuesOf('nlhrprice', '2024-09-01T22:00Z', 1), [5]);
  });

  test('--save keeps answers as files that fetch can read again, without the key', async (t) => {
    const terminal = await openFetchTerminal(t);
    const server = await replay(t, answer(prices(5)));
    const folder = join(terminal.folder, 'saved', 'answers');
    await terminal.run([...ASK, '--base-url', server.baseUrl, '--save', folder], {
      ENTSOE_TOKEN: TOKEN,
    });
    assert.deepEqual(await readdir(folder), [
      'entsoe-nl-prices-2024-09-02-asked-20261115T120000Z.xml',
    ]);
    const saved = join(folder, (await readdir(folder))[0]!);
    assert.equal(await readFile(saved, 'utf8'), prices(5));
    assert.match((await terminal.run(['entsoe', saved])).stdout, /0 new, 0 changed, 24 same/);
  });

  test('a folder of --save that cannot be made or written is one sentence and exit code 1', async (t) => {
    const terminal = await openFetchTerminal(t);
    const server = await replay(t, answer(prices(5)));
    const taken = join(terminal.folder, 'taken');
    await writeFile(taken, 'a file');
    const cases = [
      [
        join(taken, 'answers'),
        /^gridtide fetch: the folder "\S+" of --save cannot be made \(EEXIST\)\n$/,
      ],
      ...(existsSync('/proc/self')
        ? ([
            [
              '/proc/x',
              /^gridtide fetch: the folder "\/proc\/x" of --save cannot be made \(E[A-Z]+\)\n$/,
            ],
            ['/proc', /^gridtide fetch: \/proc\/entsoe-\S+\.xml cannot be written \(E[A-Z]+\)\n$/],
          ] as const)
        : []),
    ] as const;
    for (const [folder, message] of cases) {
      const { code, stderr } = await terminal.run(
        [...ASK, '--base-url', server.baseUrl, '--save', folder],
        { ENTSOE_TOKEN: TOKEN },
      );
      assert.equal(code, 1);
      assert.match(stderr, message);
    }
  });

  test('arguments that make no sense are refused before the service is asked', async (t) => {
    const terminal = await openFetchTerminal(t);
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
      const { code, stderr } = await terminal.run(argv, env);
      assert.notEqual(code, 0);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /internal error/);
    }
    assert.equal(server.asked.length, 0);
  });
});
