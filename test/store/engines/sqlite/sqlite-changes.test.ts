// Recorded changes in a SQLite file are few rows, and those after an instant are one stretch of an index.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { toSqlite } from '#store/engines/sqlite/sqlite-connection';
import { openStore } from '#store/open/open-store';
import { CHANGED_CHUNKS, READ_CHANGES_AFTER, READ_CHANGES_AT } from '#store/sql/statements';
import { addSeries, NOW, write } from '../../contract/sample-series.ts';

const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
after(() => rm(folder, { recursive: true }));

const POINTS_A_CHUNK = 768;

describe('changes in a SQLite file', () => {
  test('the changes of an import of ten years are one row, whatever else is written at that moment', async () => {
    const path = join(folder, 'import.db');
    const store = await openStore(`sqlite:${path}`);
    const database = new DatabaseSync(path);
    const rows = () =>
      database
        .prepare('SELECT chunk, last_chunk, length(bytes) AS bytes FROM point_change ORDER BY 1')
        .all()
        .map((row) => Object.values(row));
    const key = await addSeries(store, 'aa');
    const indices = Int32Array.from({ length: 87_672 }, (_, i) => i);
    const values = Float64Array.from(indices, (i) => i / 100);
    await store.write((writer) => writer.writePoints(key, indices, values, NOW));
    assert.deepEqual(rows(), [[0, 114, 0]]);
    // Corrections within the import need no row, as all was empty before that moment.
    await write(store, key, { 5: -1, [50 * POINTS_A_CHUNK]: -1, [114 * POINTS_A_CHUNK]: -1 });
    await write(store, key, { [70 * POINTS_A_CHUNK]: -1 });
    assert.deepEqual(rows(), [[0, 114, 0]]);
    await write(store, key, { [-1]: 1, [60 * POINTS_A_CHUNK]: -1, [115 * POINTS_A_CHUNK]: 1 });
    assert.deepEqual(rows(), [
      [-1, -1, 0],
      [0, 114, 0],
      [115, 115, 0],
    ]);
    const whole = await store.readValuesAsOf(key, { start: -9, end: 90_000 }, NOW - 1);
    assert.ok(whole.every(Number.isNaN));
    database.close();
    await store.close();
  });

  test('the changes after an instant are one stretch of an index, in order', async () => {
    const path = join(folder, 'order.db');
    await (await openStore(`sqlite:${path}`)).close();
    const database = new DatabaseSync(path);
    for (const [text, condition] of [
      [READ_CHANGES_AFTER, 'series_key=? AND recorded_at>?'],
      [READ_CHANGES_AT, 'series_key=? AND recorded_at=? AND chunk<?'],
      [CHANGED_CHUNKS, 'series_key=? AND recorded_at>?'],
    ] as const) {
      const steps = database.prepare(`EXPLAIN QUERY PLAN ${toSqlite(text)}`).all();
      assert.equal(steps.length, 1);
      const detail = String(steps[0]!.detail);
      assert.match(detail, /^SEARCH point_change USING INDEX /);
      assert.ok(detail.endsWith(`(${condition})`), detail);
    }
    database.close();
  });
});
