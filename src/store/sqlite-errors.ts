// SQLite's errors in plain words. No message repeats SQL; the engine's own error stays as the cause.

import { StoreBusy, StoreUnavailable } from '#store/store';

/** https://sqlite.org/rescode.html, primary codes: the low byte of what is thrown. */
const BUSY = 5;
const LOCKED = 6;
const NOT_A_DATABASE = 26;

const SENTENCES: Readonly<Record<number, string>> = {
  7: 'The store is out of memory.',
  8: 'The store’s file cannot be written: check its permissions and those of its folder.',
  10: 'The store’s disk gave a read or write error.',
  11: 'The store’s file is damaged.',
  13: 'The store’s disk is full.',
  14: 'The store’s file cannot be opened: check the path and its permissions.',
};

const codeOf = (error: unknown): number | undefined => {
  const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown };
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode & 0xff : undefined;
};

export const isNotADatabase = (error: unknown): boolean =>
  error instanceof Error && codeOf(error.cause) === NOT_A_DATABASE;

/** What to throw instead of an error of the engine's; anything else comes back as it is. */
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
  const sentence =
    SENTENCES[code] ?? `The store could not do what was asked (SQLite code ${code}).`;
  return new StoreUnavailable(sentence, { cause: error });
}
