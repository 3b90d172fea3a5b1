// Writes and undos with entries in the journal, for the store's tests.

import type { EntryFacts } from '#store/journal-entry';
import type { SeriesReader } from '#store/series-store';
import type { Store } from '#store/store';
import { write } from './sample-series.ts';

export const entryOf = (now: number, change: Partial<EntryFacts> = {}): EntryFacts => ({
  kind: 'import',
  actor: 'trader',
  name: 'prices.csv',
  now,
  ...change,
});

/** Writes points of a series as an entry of the journal and resolves to its number. */
export const writeEntry = (
  store: Store,
  key: number,
  points: Readonly<Record<number, number>>,
  now: number,
): Promise<number> =>
  store.write(async (writer) => {
    await write(writer, key, points, now);
    return writer.entryId!;
  }, entryOf(now));

/** Takes an entry back in an entry of its own. */
export const undoEntry = (store: Store, id: number, now: number) =>
  store.write(
    (writer) => writer.undoEntry(id, now),
    entryOf(now, { kind: 'undo', undoes: id, name: `entry ${id}` }),
  );

export const valuesOf = async (reader: SeriesReader, key: number, start: number, end: number) =>
  Array.from(await reader.readValues(key, { start, end }));
