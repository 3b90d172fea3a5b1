// The log of changes of a store from before it: made from the journal when the store is opened.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openStore } from '#store/open/open-store';
import { write } from '../contract/sample-series.ts';
import { damage, makeOldStore } from '../contract/sample-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
after(() => rm(folder, { recursive: true }));

const LAST_BEFORE = 14;

/** An entry of the journal that changed the series `old`: its kind, and how many points and runs it changed. */
const entry = (id: number, kind: string, points: number, runs: number): string[] => [
  `INSERT INTO journal (entry_id, recorded_at, kind, actor, name, undoes, series_count, points_added,
    points_changed, points_same, points_held, runs_added, runs_changed, runs_same)
    VALUES (${id}, ${id * 1_000}, '${kind}', 'anna', 'a.csv', NULL, 1, ${points}, 0, 0, 0, ${runs}, 0, 0)`,
  `INSERT INTO journal_series (entry_id, series_key, recorded_at) VALUES (${id}, 1, ${id * 1_000})`,
];

test('a store from before the log gets one from its journal, and goes on numbering after it', async () => {
  const path = join(folder, 'old.db');
  await makeOldStore(path, LAST_BEFORE);
  damage(
    path,
    ...entry(3, 'define', 0, 0),
    ...entry(4, 'import', 24, 0),
    ...entry(5, 'runs', 0, 2),
    ...entry(6, 'collect', 24, 2),
    ...entry(7, 'undo', 0, 0),
  );
  const store = await openStore(`sqlite:${path}`);
  const events = await store.listEvents(0, 100);
  assert.deepEqual(
    events.map(({ id, type, entryId, recordedAt }) => [id, type, entryId, recordedAt]),
    [
      [1, 'series.changed', 3, 3_000],
      [2, 'values.changed', 4, 4_000],
      [3, 'run.replaced', 5, 5_000],
      [4, 'values.changed', 6, 6_000],
      [5, 'run.replaced', 6, 6_000],
      [6, 'series.changed', 7, 7_000],
      [7, 'values.changed', 7, 7_000],
      [8, 'run.replaced', 7, 7_000],
    ],
  );
  assert.deepEqual(
    [events[0]!.code, events[0]!.firstIndex, events[0]!.points, events[0]!.analyzedAt],
    ['old', null, null, null],
  );
  await write(store, 1, { 5: 1 }, 9_000);
  assert.deepEqual(await store.eventRange(), { oldest: 1, newest: 9 });
  await store.close();
});
