// A disk that fails under SQLite: what is thrown instead of the engine's errors.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { translateSqliteError } from '#store/engines/sqlite/sqlite-errors';
import { connect, openFile } from '#store/engines/sqlite/sqlite-file';
import { CommitUnknown, StoreUnavailable } from '#store/store';

const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
after(() => rm(folder, { recursive: true }));

/** An error as Node throws it. */
const errorOf = (errcode: number): Error =>
  Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode });

describe('an error of the disk', () => {
  test('a failed fsync says that the write may be stored or not', () => {
    const error = translateSqliteError(errorOf(10 | (4 << 8)));
    assert.ok(error instanceof CommitUnknown);
    assert.match(error.message, /may be stored or not\.$/);
  });

  test('a failed write or read says that nothing is stored', () => {
    for (const extended of [1, 3, 19]) {
      const error = translateSqliteError(errorOf(10 | (extended << 8)));
      assert.ok(error instanceof StoreUnavailable && !(error instanceof CommitUnknown));
    }
  });
});

describe('a file that SQLite opens', () => {
  test('checking that a file can be written changes nothing in it', async () => {
    const path = join(folder, 'one.db');
    const first = await openFile(path, 'series');
    const second = connect(path);
    first.exec('BEGIN IMMEDIATE');
    // A file that another connection writes to is writable: opening does not wait.
    const third = connect(path);
    first.exec('ROLLBACK');
    const [{ user_version: version }] = third.all<{ user_version: number }>(
      'PRAGMA user_version',
    ) as [{ user_version: number }];
    assert.equal(version, 0);
    assert.equal(third.isInTransaction, false);
    for (const connection of [third, second, first]) connection.close();
  });

  test('a file that may only be read can be opened and read', async () => {
    const path = join(folder, 'two.db');
    (await openFile(path, 'series')).close();
    const reader = connect(`file:${path}?mode=ro`);
    assert.throws(() => reader.run('CREATE TABLE t (x)'), StoreUnavailable);
    assert.equal(reader.all('SELECT 1 AS one').length, 1);
    reader.close();
  });
});
