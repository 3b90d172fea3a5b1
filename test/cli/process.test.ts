import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { suite, test } from 'node:test';
import { type Ended, runProduct } from '../../harness/product-process.ts';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/** Runs the program as a shell does. */
const spawnProgram = (
  { storeUrl, folder }: Terminal,
  argv: readonly string[],
  stdin = '',
): Promise<Ended> => runProduct(argv, { env: { STORE: storeUrl }, folder, stdin });

suite('the program in a process of its own', () => {
  test('the exit codes tell done, refused and misused apart', async (t) => {
    const terminal = await openTerminal(t, { hasStore: false });
    const help = await spawnProgram(terminal, ['--help']);
    assert.deepEqual([help.code, help.stderr], [0, '']);
    assert.match(help.stdout, /^Gridtide/);
    const refused = await spawnProgram(terminal, ['import', 'none.csv']);
    assert.deepEqual(
      [refused.code, refused.stderr],
      [1, 'gridtide import: none.csv: there is no such file\n'],
    );
    const misused = await spawnProgram(terminal, ['imprt']);
    assert.equal(misused.code, 2);
    assert.doesNotMatch(misused.stderr, /\n.|\bat /);
  });

  test('a store in a folder that cannot be made is one sentence and exit code 1', async (t) => {
    const terminal = await openTerminal(t, { hasStore: false });
    await terminal.file('taken', 'a file');
    const stores = [
      'sqlite:taken/store.db',
      ...(existsSync('/proc/self') ? ['sqlite:/proc/x/y.db'] : []),
    ];
    for (const store of stores) {
      const { code, stderr } = await spawnProgram(terminal, [
        'serve',
        '--store',
        store,
        '--port',
        '0',
      ]);
      assert.equal(code, 1, stderr);
      assert.match(
        stderr,
        /^gridtide serve: The store’s folder cannot be made: \S+ \(E[A-Z]+\)\.\n$/,
      );
    }
  });

  test('a restore to a folder that cannot be made is one sentence and exit code 1', {
    skip: !existsSync('/proc/self') || skipUnlessLong(),
  }, async (t) => {
    const terminal = await openTerminal(t, { hasStore: false });
    await spawnProgram(terminal, ['plan', 'set', 'all', '--series', '*']);
    const made = await spawnProgram(terminal, ['backup', 'backup.zst']);
    assert.equal(made.code, 0, made.stderr);
    const store = ['--store', 'sqlite:/proc/x.db'];
    const { code, stderr } = await spawnProgram(terminal, ['restore', 'backup.zst', ...store]);
    assert.equal(code, 1, stderr);
    assert.match(
      stderr,
      /^gridtide restore: The store’s folder cannot be made: \S+ \(E[A-Z]+\)\.\n$/,
    );
  });

  test('users, keys and points that one process stores are read by the next', async (t) => {
    const terminal = await openTerminal(t, { hasStore: false });
    await terminal.file(
      'series.csv',
      'code,description,unit,resolution\ndehrprice,Price,EUR/MWh,hour\n',
    );
    assert.equal((await spawnProgram(terminal, ['plan', 'set', 'all', '--series', '*'])).code, 0);
    const added = await spawnProgram(
      terminal,
      ['user', 'add', 'anna', '--password-stdin'],
      'tidal basin 47 lamps\n',
    );
    assert.deepEqual([added.code, added.stderr], [0, '']);
    const key = await spawnProgram(terminal, ['key', 'add', 'anna', 'laptop']);
    assert.equal(key.code, 0);
    assert.match(key.stdout.split('\n').at(-2)!, /^gtk_\w{40,}$/);
    const imported = await spawnProgram(
      terminal,
      ['import', '-', '--define', 'series.csv'],
      'series,time,value\ndehrprice,2024-05-17T10:00Z,1\n',
    );
    assert.deepEqual([imported.code, imported.stderr], [0, '']);
    assert.match(imported.stdout, /^stdin: 1 point \(1 new, 0 changed, 0 same\) in 1 series/);
    const series = await terminal.withStore(async (store) => store.findSeries('dehrprice'));
    assert.notEqual(series!.firstIndex, null);
  });
});
