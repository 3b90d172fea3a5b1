// gridtide copy, and backup, restore and check of a store in PostgreSQL, as they are typed.

import assert from 'node:assert/strict';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { openStore } from '#store/open/open-store';
import { testDatabase } from '../../../harness/postgres/test-database.ts';
import { addSeries } from '../../store/contract/sample-series.ts';
import { dumpTables, fillStore, makeSample } from '../../store/copy/copy-sample.ts';
import { NOW, openTerminal, type Terminal } from '../terminal.ts';

async function openFilled(t: TestContext): Promise<Terminal> {
  const terminal = await openTerminal(t);
  await terminal.withStore((store) => fillStore(store));
  return terminal;
}

suite('gridtide copy', () => {
  test('copy moves a store to PostgreSQL and back with the same checksum', async (t) => {
    const { folder, storeUrl, run } = await openFilled(t);
    const database = await testDatabase(t);
    const there = await run(['copy', '--target', database]);
    assert.deepEqual([there.code, there.stderr], [0, '']);
    const [, checksum] = /\nchecksum of both stores: ([0-9a-f]{64})\n$/.exec(there.stdout)!;
    assert.match(
      there.stdout,
      /^[\d,]+ rows, [\d,]+ bytes; \d+ units copied, \d+ the same already; \d+\.\d\d s, \d+\.\d MB\/s\n/,
    );
    const again = await run(['copy', '--to', database]);
    assert.match(again.stdout, / bytes; 0 units copied, \d+ the same already; /);
    const other = `sqlite:${join(folder, 'other.db')}`;
    const back = await run(['copy', '--from', database, '--to', other]);
    assert.ok(back.stdout.endsWith(`\nchecksum of both stores: ${checksum}\n`), back.stdout);
    assert.deepEqual(await dumpTables(other), await dumpTables(storeUrl));
    for (const target of [database, other]) {
      const compared = await run(['copy', '--verify', '--target', target]);
      assert.equal(compared.code, 0);
      assert.ok(compared.stdout.endsWith(`both stores hold the same, checksum ${checksum}\n`));
    }
    for (const { stdout, stderr } of [there, again, back]) {
      assert.doesNotMatch(stdout + stderr, /postgres:/);
    }
  });

  test('copy --verify says what differs, with exit code 1', async (t) => {
    const { run, withStore } = await openFilled(t);
    const database = await testDatabase(t);
    await run(['copy', '--to', database]);
    await withStore((store) => addSeries(store, 'new'));
    const compared = await run(['copy', '--verify', '--to', database]);
    assert.deepEqual([compared.code, compared.stderr], [1, '']);
    const lines = compared.stdout.trimEnd().split('\n');
    assert.equal(lines[0], 'different: series of series the first to the last');
    assert.match(lines[1]!, /^different: event of event the first to (?:\d+|the last)$/);
    assert.equal(lines[2], 'different: catalog');
    assert.match(lines[3]!, /: 3 of \d+ units differ$/);
  });

  test('copy --force asks on a terminal, and shows no password', async (t) => {
    const { folder, run } = await openFilled(t);
    const own = `sqlite:${join(folder, 'own.db')}`;
    await makeSample(own, 2);
    const before = await dumpTables(own);
    const force = ['copy', '--target', own, '--force'];
    const no = await run(force, { isTerminal: true, stdin: 'n\r' });
    assert.equal(no.code, 1);
    assert.match(
      no.stderr,
      /All that sqlite:.*own\.db holds is removed for good\. Go on\? \[y\/N\]/,
    );
    assert.deepEqual(await dumpTables(own), before);
    const secret = ['copy', '--force', '--target', 'postgres://u:secret@127.0.0.1:1/d'];
    const asked = await run(secret, { isTerminal: true, stdin: 'n\r' });
    assert.match(asked.stderr, /All that postgres:\/\/127\.0\.0\.1:1\/d holds/);
    assert.doesNotMatch(asked.stderr, /secret/);
    const yes = await run([...force, '--yes'], { isTerminal: true });
    assert.equal(yes.code, 0, yes.stderr);
    const both = await run(['copy', '--target', own, '--to', own]);
    assert.equal(both.code, 2);
    assert.match(both.stderr, /--to is an older name of --target/);
  });

  test('copy refuses in one line that names no address', async (t) => {
    const { folder, run } = await openFilled(t);
    const own = `sqlite:${join(folder, 'own.db')}`;
    const none = `sqlite:${join(folder, 'none.db')}`;
    await makeSample(own, 2);
    const gone = 'postgres://u:secret@127.0.0.1:1/d';
    const cases: [argv: string[], code: number, message: RegExp][] = [
      [['copy'], 2, /^gridtide copy: --target missing/],
      [['copy', '--to', own], 1, /copy: The target holds data that is not a copy of the source\./],
      [['copy', '--to', gone], 1, /copy: --target: The store’s server is not running/],
      [
        ['copy', '--from', gone, '--to', own],
        1,
        /copy: --source: The store’s server is not running/,
      ],
      [['copy', '--from', none, '--to', own], 1, /copy: --source: There is no store at/],
      [['copy', '--verify', '--to', none], 1, /copy: --target: There is no store at/],
      [['copy', '--verify', '--force', '--to', own], 2, /--verify changes nothing/],
      [
        ['copy', '--to', 'mysql://u:secret@h/d'],
        1,
        /copy: --target: This is not the address of a sto/,
      ],
      [['copy', '--to', 'sqlite::memory:'], 1, /copy: --target: A store in memory has no files/],
    ];
    for (const [argv, code, message] of cases) {
      const outcome = await run(argv);
      assert.deepEqual([outcome.code, outcome.stdout], [code, ''], argv.join(' '));
      assert.match(outcome.stderr, message);
      assert.equal(outcome.stderr.split('\n').length, 2, outcome.stderr);
      assert.doesNotMatch(outcome.stderr, /secret/);
    }
    assert.ok(!(await readdir(folder)).includes('none.db'));
  });

  test('copy shows on a terminal how far it is', async (t) => {
    const { folder, run } = await openFilled(t);
    const to = `sqlite:${join(folder, 'other.db')}`;
    const { stderr, code } = await run(['copy', '--to', to], { isTerminal: true });
    assert.equal(code, 0);
    assert.match(stderr, /[█░]{24} \d+% \d of 3.*, series, \d+\.\d MB/);
    assert.ok(stderr.endsWith('\r\u001b[K'), 'the line is left empty');
  });
});

suite('a store in PostgreSQL', () => {
  test('a backup of PostgreSQL can be restored to either engine', async (t) => {
    const { folder, run } = await openTerminal(t);
    const [database, empty] = [await testDatabase(t), await testDatabase(t)];
    await makeSample(database);
    const checked = await run(['check', '--store', database]);
    assert.deepEqual([checked.code, checked.stderr], [0, '']);
    assert.match(checked.stdout, /^3 series, \d chunks, .*: no damage\n$/);

    const file = join(folder, 'b.tar.zst');
    const made = await run(['backup', file, '--store', database]);
    assert.deepEqual([made.code, made.stderr], [0, '']);
    assert.match(made.stdout, /as of 2026-11-15T12:00:00\.000Z; 3 series, .*: no damage/);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    // The time of the backup is noted after it.
    const { setting, ...tables } = await dumpTables(database);
    const isNote = (row: unknown): boolean => (row as unknown[])[0] === 'last-backup';
    assert.deepEqual(setting!.filter(isNote), [['last-backup', String(NOW)]]);
    const content = { ...tables, setting: setting!.filter((row) => !isNote(row)) };

    const files = `sqlite:${join(folder, 'restored.db')}`;
    assert.equal((await run(['restore', file, '--store', files])).code, 0);
    assert.deepEqual(await dumpTables(files), content);
    const restored = await run(['restore', file, '--store', empty]);
    assert.deepEqual([restored.code, restored.stderr], [0, '']);
    assert.match(restored.stdout, /b\.tar\.zst: restored to the database, made by Gridtide/);
    assert.deepEqual(await dumpTables(empty), content);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => /making|restoring/.test(name)),
      [],
    );

    for (const argv of [
      ['restore', file],
      ['restore', file, '--force'],
    ]) {
      const refused = await run([...argv, '--store', empty]);
      assert.deepEqual([refused.code, refused.stdout], [1, '']);
      assert.match(refused.stderr, /restore: The database holds a store already\. Make a new/);
    }
  });

  test('PostgreSQL can be restored from a backup of files, but not from a damaged one', async (t) => {
    const { folder, storeUrl, run } = await openFilled(t);
    const database = await testDatabase(t);
    const file = join(folder, 'b');
    await run(['backup', file]);
    const broken = join(folder, 'broken');
    await writeFile(broken, 'not a backup');
    const refused = await run(['restore', broken, '--store', database]);
    assert.deepEqual([refused.code, refused.stdout], [1, '']);
    assert.match(refused.stderr, /it is not a backup that gridtide made/);
    const tried = await run(['restore', file, '--verify-only', '--store', database]);
    assert.match(tried.stdout, /b: verified, made by/);
    assert.ok(Object.values(await dumpTables(database)).every((rows) => rows.length === 0));
    assert.equal((await run(['restore', file, '--store', database])).code, 0);
    const { setting: _, ...rows } = await dumpTables(database);
    const { setting: __, ...content } = await dumpTables(storeUrl);
    assert.deepEqual(rows, content);
    const store = await openStore(database);
    assert.equal(await store.getSetting('market_time_zone'), 'Europe/Berlin');
    await store.close();
  });

  test('check and backup refuse a database that does not exist', async (t) => {
    const { folder, run } = await openTerminal(t);
    const database = await testDatabase(t);
    for (const argv of [['check'], ['backup', join(folder, 'b')]]) {
      const refused = await run([...argv, '--store', database]);
      assert.deepEqual([refused.code, refused.stdout], [1, '']);
      assert.match(refused.stderr, /: There is no store in this database\.\n$/);
    }
    assert.ok(!(await readdir(folder)).includes('b'));
  });
});
