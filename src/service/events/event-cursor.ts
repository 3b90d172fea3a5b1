// Cursors: places in the log of changes. A cursor is the number of the last event that its reader has seen.

import { Refusal, refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import type { EventRange } from '#store/change-event';
import type { Store } from '#store/store';

const CURSOR_FORM = /^\d{1,15}$/;
const ALLOWED = ['`next` of an earlier answer', '0 for the beginning of the log'];

/** The cursor that was given, or the end of the log if none was. Refuses one that the log does not have. */
export async function findCursor(
  store: Pick<Store, 'eventRange'>,
  given: string | undefined,
  field: string,
): Promise<number> {
  const cursor = parseCursor(given, field);
  const range = await store.eventRange();
  if (cursor === undefined) return range.newest;
  requireInLog(cursor, range, field);
  return cursor;
}

/** Reads a cursor; undefined if it is left out, which means from now on. */
function parseCursor(given: string | undefined, field: string): number | undefined {
  const text = (given ?? '').trim();
  if (text === '') return undefined;
  if (CURSOR_FORM.test(text)) return Number(text);
  throw refuseField('field_invalid', field, `not a cursor: ${quoteGiven(given!)}`, ALLOWED);
}

/**
 * Refuses a cursor whose next event is no longer in the log, and one after the newest event: the store is not the
 * one that gave it. Zero is the beginning of what is in the log.
 */
function requireInLog(cursor: number, { oldest, newest }: EventRange, field: string): void {
  if (cursor === 0 || (cursor >= oldest - 1 && cursor <= newest)) return;
  const message =
    cursor > newest
      ? `the newest event is ${newest}: cursor ${cursor} is of another store, or of this one before a backup was restored`
      : `the log begins with event ${oldest}: events after ${cursor} were forgotten`;
  throw new Refusal('cursor_gone', message, { faults: [{ field, message, allowed: ALLOWED }] });
}
