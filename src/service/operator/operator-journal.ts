// Finds or undoes an entry of the journal of writes.

import { Refusal } from '#core/errors';
import type { Instant } from '#core/time/instant';
import type { JournalEntry, UndoCounts } from '#store/journal-entry';
import { UndoFault } from '#store/series/undo-entry';
import type { SeriesWriter } from '#store/series-store';
import type { Store } from '#store/store';

export async function findEntryOrRefuse(store: Store, id: number): Promise<JournalEntry> {
  const entry = await store.findEntry(id);
  if (entry) return entry;
  const message = `there is no entry ${id}`;
  throw new Refusal('entry_unknown', message, { faults: [{ field: 'id', message }] });
}

/** Undoes an entry in a transaction; refuses if that is no longer possible. */
export async function undoOrRefuse(
  writer: SeriesWriter,
  id: number,
  now: Instant,
): Promise<UndoCounts> {
  try {
    return await writer.undoEntry(id, now);
  } catch (error) {
    if (!(error instanceof UndoFault)) throw error;
    const { message } = error;
    throw new Refusal('undo_impossible', message, { faults: [{ field: 'id', message }] });
  }
}
