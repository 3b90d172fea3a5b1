// gridtide restore FOLDER --at TIME, as it is typed: a copied log gives back the store of a moment.

import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { filesOf } from '#store/engines/sqlite/store-files';
import { LogShipper } from '#store/log/log-shipper';
import { ProductProcess } from '../../../harness/product-process.ts';
import { NOW, type Outcome, openTerminal, type Terminal } from '../terminal.ts';

const timeOf = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString();
const SERIES = 'code,description,unit,resolution\ndehrprice,Price,EUR/MWh,hour\n';

interface Shell extends Terminal {
  /** The folder of the copy. */
  readonly copy: string;
  restore(...argv: string[]): Promise<Outcome>;
  /** What `gridtide query` prints of a store. */
  valuesOf(name: string): Promise<string[]>;
  urlOf(name: string): string;
}

/**
 * A store of which a generation begins an hour before now with the value 1. The values 2 and 3 follow ten and thirty
 * minutes later, each with a user.
 */
async function openCopied(t: TestContext): Promise<Shell> {
  const terminal = await openTerminal(t);
  const { folder, storeUrl, run } = terminal;
  const copy = join(folder, 'copy');
  const define = await terminal.file('series.csv', SERIES);
  const write = async (value: number): Promise<void> => {
    const stdin = `series,time,value\ndehrprice,2024-05-17T1${value}:00Z,${value}\n`;
    const { code, stderr } = await run(['import', '-', '--define', define], { stdin });
    assert.deepEqual([code, stderr], [0, '']);
    await run(['plan', 'set', `plan${value}`, '--series', '*']);
  };
  await write(1);
  let minutes = -60;
  const shipper = await LogShipper.begin(filesOf(storeUrl), {
    ...{ folder: copy, productVersion: '0.1.0', keep: 3, now: () => NOW + minutes * 60_000 },
  });
  for (const [value, at] of [
    [2, -50],
    [3, -30],
  ] as const) {
    minutes = at;
    await write(value);
    assert.ok((await shipper.ship()) > 0);
  }
  shipper.close();
  const urlOf = (name: string): string => `sqlite:${join(folder, name, 'store.db')}`;
  return {
    ...terminal,
    ...{ copy, urlOf },
    restore: (...argv) => run(['restore', copy, ...argv]),
    async valuesOf(name) {
      const argv = ['query', 'dehrprice', '--csv', '--from', 'first', '--store', urlOf(name)];
      const { code, stdout, stderr } = await run(argv);
      assert.deepEqual([code, stderr], [0, '']);
      return stdout.trimEnd().split('\n').slice(1);
    },
  };
}

const HOURS = ['2024-05-17T11:00:00Z,1', '2024-05-17T12:00:00Z,2', '2024-05-17T13:00:00Z,3'];

suite('gridtide restore --at', () => {
  test('a moment between two writes gives the store of then, with its accounts', async (t) => {
    const { copy, folder, restore, run, urlOf, valuesOf } = await openCopied(t);
    const cases: [name: string, at: number, shown: number, hours: number][] = [
      ['first', -60, -60, 1],
      ['before', -51, -60, 1],
      ['second', -50, -50, 2],
      ['between', -31, -50, 2],
      ['last', 0, -30, 3],
    ];
    for (const [name, at, shown, hours] of cases) {
      const done = await restore('--at', timeOf(at), '--store', urlOf(name));
      assert.deepEqual([done.code, done.stderr], [0, ''], name);
      const path = join(folder, name, 'store.db');
      const start = `${copy}: restored to ${path}, as of ${timeOf(shown)}; 1 series, `;
      assert.ok(done.stdout.startsWith(start), done.stdout);
      assert.match(done.stdout, /: no damage\n$/);
      assert.deepEqual(await valuesOf(name), HOURS.slice(0, hours));
      const plans = await run(['plan', 'list', '--store', urlOf(name)]);
      assert.equal(plans.stdout.match(/^plan\d/gm)?.length, hours, plans.stdout);
      assert.deepEqual(
        (await readdir(join(folder, name))).filter((file) => /r[eo](stor|ll)ing/.test(file)),
        [],
      );
    }
    const zoned = timeOf(60 - 31).replace('Z', '+01:00');
    const other = await restore('--at', zoned, '--store', urlOf('zoned'));
    assert.equal(other.code, 0);
    assert.deepEqual(await valuesOf('zoned'), HOURS.slice(0, 2));
    const newest = await restore('--store', urlOf('newest'));
    assert.match(newest.stdout, new RegExp(`as of ${timeOf(-30)}; `));
    assert.deepEqual(await valuesOf('newest'), HOURS);
  });

  test('a process of its own restores and refuses with the same words and exit codes', async (t) => {
    const { copy, urlOf, valuesOf } = await openCopied(t);
    const spawnRestore = async (at: string) => {
      const child = new ProductProcess(['restore', copy, '--at', at, '--store', urlOf('own')]);
      const [code] = await child.ended;
      return { code, stdout: child.stdout, stderr: child.stderr };
    };
    const early = await spawnRestore('2026-11-15T10:00:00Z');
    assert.deepEqual(early, {
      ...{ code: 1, stdout: '' },
      stderr: `gridtide restore: ${copy} has no copy of a store as of that time; it begins at ${timeOf(-60)}.\n`,
    });
    const done = await spawnRestore(timeOf(-40));
    assert.deepEqual([done.code, done.stderr], [0, '']);
    assert.match(done.stdout, new RegExp(`as of ${timeOf(-50)}; 1 series, .*: no damage\n$`));
    assert.deepEqual(await valuesOf('own'), HOURS.slice(0, 2));
  });

  test('a time that the copy does not cover, or that is none, is refused in one line', async (t) => {
    const { copy, folder, file, restore, run, urlOf } = await openCopied(t);
    const empty = join(folder, 'empty');
    await mkdir(empty);
    const backup = await file('backup.zst', 'not one');
    const target = ['--store', urlOf('none')];
    const cases: [argv: string[], code: number, message: RegExp][] = [
      [[copy, '--at', timeOf(-61)], 1, / has no copy .* of that time; it begins at .*T11:00:00/],
      [[empty, '--at', timeOf(-1)], 1, /empty has no copy of a store as of that time\.$/m],
      [[copy, '--at', timeOf(1)], 2, /--at .*12:01.* is later than now, 2026-11-15T12:00:00/],
      [[copy, '--at', '2026-02-30T10:00:00Z'], 2, /--at is a time such as .*, not "2026-02-30T10/],
      [[copy, '--at', '2026-11-15T25:00:00Z'], 2, /--at is a time such as/],
      [[copy, '--at', '2026-11-15T11:30:00'], 2, /--at is a time such as .*Z, not "2026-11-15T11/],
      [[copy, '--at', 'yesterday'], 2, /--at is a time such as .*, not "yesterday"/],
      [[copy, '--at', ''], 2, /--at is a time such as .*, not ""/],
      [[backup, '--at', timeOf(-40)], 2, /--at needs the folder of LOG_COPY, not a file/],
    ];
    for (const [argv, code, message] of cases) {
      const outcome = await run(['restore', ...argv, ...target]);
      assert.deepEqual([outcome.code, outcome.stdout], [code, ''], argv.join(' '));
      assert.match(outcome.stderr, message);
      assert.equal(outcome.stderr.split('\n').length, 2, outcome.stderr);
    }
    const database = await restore('--store', 'postgres://u:secret@127.0.0.1:1/d');
    assert.equal(database.code, 2);
    assert.match(
      database.stderr,
      /restored to files: give --store sqlite:PATH, then gridtide copy/,
    );
    assert.doesNotMatch(database.stderr, /secret/);
    assert.ok(!(await readdir(folder)).includes('none'), 'a refusal leaves no folder');
  });

  test('a store that exists is replaced only with --force, and --verify-only changes nothing', async (t) => {
    const { folder, restore, urlOf, valuesOf } = await openCopied(t);
    const target = ['--store', urlOf('kept')];
    const tried = await restore('--at', timeOf(-40), '--verify-only', ...target);
    assert.equal(tried.code, 0, tried.stderr);
    assert.match(tried.stdout, new RegExp(`: verified, as of ${timeOf(-50)}; 1 series, `));
    assert.ok(!(await readdir(folder)).includes('kept'));
    await restore('--at', timeOf(-60), ...target);
    const refused = await restore('--at', timeOf(-40), ...target);
    assert.deepEqual([refused.code, refused.stdout], [1, '']);
    assert.match(refused.stderr, /^gridtide restore: There is a store already: .*--force replaces/);
    assert.deepEqual(await valuesOf('kept'), HOURS.slice(0, 1));
    const forced = await restore('--at', timeOf(-40), '--force', ...target);
    assert.deepEqual([forced.code, forced.stderr], [0, '']);
    assert.match(forced.stdout, /\nthe replaced store is kept as .*store\.db\.before-restore\n/);
    assert.deepEqual(await valuesOf('kept'), HOURS.slice(0, 2));
  });

  test('a copy that may only be read is restored', async (t) => {
    const { copy, restore, urlOf, valuesOf } = await openCopied(t);
    await chmod(copy, 0o500);
    const names = await readdir(copy);
    const done = await restore('--store', urlOf('read'));
    assert.equal(done.code, 0, done.stderr);
    assert.deepEqual(await valuesOf('read'), HOURS);
    // An administrator may write all the same: nothing was.
    assert.deepEqual(await readdir(copy), names);
  });

  test('damage is named: a segment ends the copy before it, and a damaged copy of the files is refused', async (t) => {
    const { copy, restore, urlOf, valuesOf } = await openCopied(t);
    const [name] = await readdir(copy);
    const generation = join(copy, name!);
    const [first, second] = [join(generation, '00000001.log'), join(generation, '00000002.log')];
    const whole = await readFile(first);
    await truncate(second, 100);
    const torn = await restore('--store', urlOf('torn'));
    assert.deepEqual([torn.code, torn.stderr], [1, '']);
    assert.match(
      torn.stdout,
      /as of .*T11:10:00\.000Z; .*\n00000002\.log is damaged or missing: no later state can be restored\n$/,
    );
    assert.deepEqual(await valuesOf('torn'), HOURS.slice(0, 2));
    await rm(first);
    const missing = await restore('--store', urlOf('missing'));
    assert.equal(missing.code, 1);
    assert.match(
      missing.stdout,
      /as of .*T11:00:00\.000Z; .*\n00000001\.log is damaged or missing/,
    );
    await writeFile(first, whole);
    assert.equal((await restore('--at', timeOf(-60), '--store', urlOf('begin'))).code, 0);

    for (const [file, message] of [
      ['generation.json', /generation\.json is damaged: its bytes are not those that were written/],
      ['accounts.db', /accounts\.db is damaged: its bytes are not those that were written\.$/m],
    ] as const) {
      const bytes = await readFile(join(generation, file));
      await truncate(join(generation, file), bytes.length - 1);
      const refused = await restore('--store', urlOf('refused'));
      assert.deepEqual([refused.code, refused.stdout], [1, '']);
      assert.match(refused.stderr, message);
      assert.equal(refused.stderr.split('\n').length, 2, refused.stderr);
      await writeFile(join(generation, file), bytes);
    }
    await rm(join(generation, 'series.db'));
    const gone = await restore('--store', urlOf('gone'));
    assert.equal(gone.code, 1);
    assert.match(gone.stderr, /^gridtide restore: .*series\.db cannot be read \(ENOENT\)\.\n$/);
  });
});
