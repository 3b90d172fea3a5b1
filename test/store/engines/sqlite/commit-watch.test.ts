import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { CommitWatch } from '#store/engines/sqlite/commit-watch';

const MINUTE_MS = 60_000;
/** Windows may tell the time of a write late, so that SQLite is asked each time there. */
const SKIP = process.platform === 'win32' && 'the log is not watched on Windows';

function openFile(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'gridtide-commits-'));
  const path = join(folder, 'a.db');
  const [writer, reader] = [new DatabaseSync(path), new DatabaseSync(path)];
  writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a)');
  const statement = reader.prepare('PRAGMA data_version');
  const readVersion = (): number => Number(statement.get()!.data_version);
  let asked = 0;
  let now = Date.now();
  const watch = new CommitWatch(
    path,
    () => {
      asked++;
      return readVersion();
    },
    () => now,
  );
  t.after(() => {
    watch.close();
    reader.close();
    writer.close();
    rmSync(folder, { recursive: true });
  });
  return {
    path,
    writer,
    watch,
    readVersion,
    /** Sets the clock to a time after the write that came last. */
    wait: (ms: number) => {
      now = Date.now() + ms;
    },
    commit: () => writer.exec('INSERT INTO t VALUES (1)'),
    /** How often SQLite is asked while the version is read as many times. */
    askedBy: (times: number): number => {
      asked = 0;
      for (let i = 0; i < times; i++) watch.read();
      return asked;
    },
  };
}

suite('the version of a file', { skip: SKIP }, () => {
  test('SQLite is asked once if the log is not written again', (t) => {
    const file = openFile(t);
    file.wait(MINUTE_MS);
    assert.equal(file.askedBy(10), 1);
    file.commit();
    file.wait(2 * MINUTE_MS);
    assert.equal(file.askedBy(10), 1);
  });

  test('SQLite is asked each time within 100 ms after a write, as the next may get the same time', (t) => {
    const file = openFile(t);
    file.wait(0);
    assert.equal(file.askedBy(3), 3);
    file.wait(MINUTE_MS);
    assert.equal(file.askedBy(3), 1);
  });

  test('SQLite is asked each time if the clock was set back before the time of the log', (t) => {
    const file = openFile(t);
    file.wait(-MINUTE_MS);
    assert.equal(file.askedBy(3), 3);
  });

  test('a commit within the time of the write before it is seen', (t) => {
    const file = openFile(t);
    const log = `${file.path}-wal`;
    file.wait(MINUTE_MS);
    const before = file.watch.read();
    file.commit();
    // As if the file system had given both writes one time: the log has grown.
    utimesSync(log, 1_000, 1_000);
    assert.notEqual(file.watch.read(), before);
  });

  test('SQLite is asked each time if the log is gone', (t) => {
    const file = openFile(t);
    file.wait(MINUTE_MS);
    file.watch.read();
    rmSync(`${file.path}-wal`);
    assert.equal(file.askedBy(3), 3);
  });

  test('SQLite is asked each time if there is no log', () => {
    let asked = 0;
    const watch = new CommitWatch('no/such/file.db', () => ++asked);
    assert.deepEqual([watch.read(), watch.read()], [1, 2]);
    watch.close();
  });

  test('the version is always the one that SQLite tells, whatever was committed, undone and checkpointed', (t) => {
    const file = openFile(t);
    const steps = ['commit', 'roll back', 'checkpoint', 'truncate', 'wait', 'read'] as const;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...steps), { maxLength: 30 }), (taken) => {
        for (const step of taken) {
          if (step === 'commit') file.commit();
          if (step === 'roll back') file.writer.exec('BEGIN; DELETE FROM t; ROLLBACK');
          if (step === 'checkpoint') file.writer.exec('PRAGMA wal_checkpoint(RESTART)');
          if (step === 'truncate') file.writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
          file.wait(step === 'wait' ? MINUTE_MS : 0);
          assert.equal(file.watch.read(), file.readVersion());
        }
      }),
      { numRuns: 100 },
    );
  });
});
