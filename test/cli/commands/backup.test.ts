// gridtide backup, restore and check, as they are typed.

import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { suite, type TestContext, test } from 'node:test';
import { backupCommand } from '#cli/commands/backup';
import { checkCommand } from '#cli/commands/check';
import { restoreCommand } from '#cli/commands/restore';
import { runProgram } from '#cli/run-program';
import { dumpStore, makeStore } from '../../store/contract/sample-store.ts';
import { NOW, type Outcome, openTerminal } from '../terminal.ts';

const TABLE = [backupCommand, restoreCommand, checkCommand].map((command) => ({
  name: command.name,
  summary: command.summary,
  load: async () => command,
}));

interface Shell {
  readonly folder: string;
  readonly path: string;
  run(...argv: string[]): Promise<Outcome>;
  runOnTerminal(...argv: string[]): Promise<Outcome>;
}

async function openShell(t: TestContext): Promise<Shell> {
  const { folder, storeUrl } = await openTerminal(t, { hasStore: false });
  const runWith = async (isTTY: boolean, argv: readonly string[]): Promise<Outcome> => {
    const written = { stdout: '', stderr: '' };
    const output = (name: keyof typeof written) => ({
      isTTY,
      write: (text: string) => {
        written[name] += text;
      },
    });
    const io = { stdout: output('stdout'), stderr: output('stderr'), stdin: Readable.from([]) };
    const env = { STORE: storeUrl, NO_COLOR: '1' };
    const code = await runProgram(argv, { ...io, env, now: () => NOW }, TABLE);
    return { code, ...written };
  };
  return {
    folder,
    path: storeUrl.slice('sqlite:'.length),
    run: (...argv) => runWith(false, argv),
    runOnTerminal: (...argv) => runWith(true, argv),
  };
}

const COUNTS = String.raw`3 series, \d chunks, \d changes, 1 run, 1 band: no damage`;

suite('gridtide backup, restore and check', () => {
  test('a restored backup has the same store', async (t) => {
    const { folder, path, run } = await openShell(t);
    await makeStore(path);
    const content = dumpStore(path);
    const file = join(folder, 'b.zst');
    const made = await run('backup', file);
    assert.deepEqual([made.code, made.stderr], [0, '']);
    assert.match(
      made.stdout,
      new RegExp(
        `^${file}: [\\d,]+ bytes of a store of [\\d,]+, as of 2026-11-15T12:00:00\\.000Z; ${COUNTS}, \\d+\\.\\d\\d s\n$`,
      ),
    );
    assert.equal((await stat(file)).mode & 0o777, 0o600);

    const tried = await run('restore', file, '--verify-only');
    assert.deepEqual([tried.code, tried.stderr], [0, '']);
    assert.match(tried.stdout, /b\.zst: verified, made by Gridtide \d+\.\d+\.\d+ at 2026-11-15T12/);

    const other = join(folder, 'other.db');
    const fresh = await run('restore', file, '--store', `sqlite:${other}`);
    assert.equal(fresh.code, 0);
    assert.match(fresh.stdout, new RegExp(`: restored to ${other}, made by .*; ${COUNTS}\n$`));
    assert.deepEqual(dumpStore(other), content);

    const refused = await run('restore', file);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^gridtide restore: There is a store already: .*\n$/);
    const forced = await run('restore', file, '--force');
    assert.deepEqual([forced.code, forced.stderr], [0, '']);
    assert.match(forced.stdout, /\nthe replaced store is kept as .*store\.db\.before-restore\n/);
    assert.deepEqual(dumpStore(path), content);
  });

  test('check says that a sound store has no damage', async (t) => {
    const { path, run } = await openShell(t);
    await makeStore(path);
    const { code, stdout, stderr } = await run('check');
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, new RegExp(`^${COUNTS}\n$`));
  });

  test('check prints a line for each damage and a summary, with exit code 1', async (t) => {
    const { folder, path, run } = await openShell(t);
    await makeStore(path);
    const database = new DatabaseSync(path);
    database.exec('UPDATE series SET version = 0; UPDATE chunk SET checksum = NULL');
    database.close();
    const { code, stdout, stderr } = await run('check');
    assert.deepEqual([code, stderr], [1, '']);
    const lines = stdout.trimEnd().split('\n');
    assert.equal(lines.length, 4);
    assert.equal(lines[0], 'dehrprice: its version is 0, not a whole number from 1');
    assert.match(lines[3]!, /^3 series, .*, \d without a checksum: 3 damages found$/);
    const made = await run('backup', join(folder, 'damaged'));
    assert.equal(made.code, 1);
    assert.match(made.stdout, /^dehrprice: its version is 0.*: 3 damages found, \d+\.\d\d s\n$/s);
  });

  test('backup, restore and check refuse in one line and change nothing', async (t) => {
    const { folder, path, run } = await openShell(t);
    const file = join(folder, 'file');
    await writeFile(file, 'mine');
    const cases: [argv: string[], code: number, message: RegExp][] = [
      [['backup', join(folder, 'new')], 1, /backup: There is no store at/],
      [['check'], 1, /check: There is no store at/],
      [
        ['check', '--store', 'postgres://u:secret@127.0.0.1:1/d'],
        1,
        /check: The store’s server is/,
      ],
      [
        ['backup', file, '--store', 'postgres://u:secret@127.0.0.1:1/d'],
        1,
        /server is not running/,
      ],
      [
        ['check', '--store', 'mysql://u:secret@h/d'],
        1,
        /check: This is not the address of a store/,
      ],
      [['restore', file], 1, /restore: .*file: it is not a backup that gridtide made$/m],
      [['restore', join(folder, 'none')], 1, /none: there is no such file$/m],
      [['backup'], 2, /FILE missing/],
      [['restore', 'a', 'b'], 2, /"b" is one argument too many/],
    ];
    for (const [argv, code, message] of cases) {
      const outcome = await run(...argv);
      assert.deepEqual([outcome.code, outcome.stdout], [code, ''], argv.join(' '));
      assert.match(outcome.stderr, message);
      assert.equal(outcome.stderr.split('\n').length, 2);
      assert.doesNotMatch(outcome.stderr, /secret/);
    }
    await makeStore(path);
    assert.match(
      (await run('backup', file)).stderr,
      /file exists already; --force replaces it\.$/m,
    );
    assert.equal(await readFile(file, 'utf8'), 'mine');
  });

  test('a terminal shows how far a backup is', async (t) => {
    const { folder, path, runOnTerminal } = await openShell(t);
    await makeStore(path);
    const { stderr, code } = await runOnTerminal('backup', join(folder, 'b'));
    assert.equal(code, 0);
    assert.match(stderr, /% checking series.*% summing.*% packing/s);
    assert.ok(stderr.endsWith('\r\u001b[K'), 'the line is left empty');
  });
});
