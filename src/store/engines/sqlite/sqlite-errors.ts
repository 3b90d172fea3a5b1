// SQLite's errors in plain words. No message repeats SQL. The engine's own error stays as the cause.

import { CommitUnknown, StoreBusy, StoreUnavailable, StoreUnwritable } from '#store/store';

/** https://sqlite.org/rescode.html, primary codes: the low byte of what is thrown. */
const BUSY = 5;
const LOCKED = 6;
const READ_ONLY = 8;
const NOT_A_DATABASE = 26;
/** An extended code: the disk did not confirm a write. */
const NOT_CONFIRMED = 10 | (4 << 8);
const NO_ROOM_FOR_INDEX = 10 | (19 << 8);
/** The codes of a read-only file, a full disk and a failed write. */
const UNWRITABLE = new Set([READ_ONLY, 13, 10 | (3 << 8), NO_ROOM_FOR_INDEX]);

const SENTENCES: Readonly<Record<number, string>> = {
  7: 'The store is out of memory.',
  8: 'The store’s file cannot be written: check its permissions and those of its folder.',
  10: 'The store’s disk gave a read or write error.',
  11: 'The store’s file is damaged.',
  13: 'The store’s disk is full.',
  14: 'The store’s file cannot be opened: check the path, its permissions and its disk.',
  [NO_ROOM_FOR_INDEX]: 'The store’s disk is full: it has no room for the index of the store’s log.',
};

const extendedCodeOf = (error: unknown): number | undefined => {
  const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown };
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode : undefined;
};

const codeOf = (error: unknown): number | undefined => {
  const extended = extendedCodeOf(error);
  return extended === undefined ? undefined : extended & 0xff;
};

const isOfCode = (error: unknown, code: number): boolean =>
  error instanceof Error && codeOf(error.cause) === code;

export const isNotADatabase = (error: unknown): boolean => isOfCode(error, NOT_A_DATABASE);
export const isReadOnly = (error: unknown): boolean => isOfCode(error, READ_ONLY);

/** Returns what to throw instead of an error of the engine; any other error comes back as it is. */
export function translateSqliteError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ((error as { code?: unknown }).code === 'ERR_INVALID_STATE') {
    return new StoreUnavailable('The store is closed.', { cause: error });
  }
  const code = codeOf(error);
  if (code === undefined) return error;
  if (code === BUSY || code === LOCKED) {
    return new StoreBusy('Another process is writing to the store.', { cause: error });
  }
  const extended = extendedCodeOf(error)!;
  // The commit record is already in the log. SQLite rolls back, but if the process dies before its next
  // write, recovery finds the record and commits.
  if (extended === NOT_CONFIRMED) {
    return new CommitUnknown(
      'The store’s disk failed while a write was made durable: it may be stored or not.',
      { cause: error },
    );
  }
  const sentence =
    SENTENCES[extended] ??
    SENTENCES[code] ??
    `The store could not do what was asked (SQLite code ${code}).`;
  const isUnwritable = UNWRITABLE.has(code) || UNWRITABLE.has(extended);
  const Unavailable = isUnwritable ? StoreUnwritable : StoreUnavailable;
  return new Unavailable(sentence, { cause: error });
}
