// PostgreSQL's errors in plain words. No message repeats SQL, an address or a name; the driver's own error
// stays as the cause.

import { CommitUnknown, StoreBusy, StoreUnavailable, StoreUnwritable } from '#store/store';

const PART_GONE = 'One of the store’s machines does not answer.';
const READ_ONLY = 'The store can only be read at the moment: it is a replica, or set to read-only.';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html, and Node's of a socket. */
const SENTENCES: Readonly<Record<string, string>> = {
  ...{ '08000': PART_GONE, '08001': PART_GONE, '08006': PART_GONE },
  '25006': READ_ONLY,
  '28000': 'The store refuses this user.',
  '28P01': 'The store refuses the user name or the password of its address.',
  '3D000': 'There is no database of that name. Make it with createdb, or name another.',
  '42501': 'The store’s user lacks a right: it must own the database, or be let to create tables.',
  '53100': 'The store’s disk is full.',
  '53200': 'The store is out of memory.',
  '53300': 'The store has no connection left: raise max_connections, or lower STORE_CONNECTIONS.',
  '57P03': 'The store is starting or stopping.',
  ECONNREFUSED: 'The store’s server is not running, or not at this address.',
  EAI_AGAIN: 'The store’s host cannot be looked up.',
  ENOTFOUND: 'The store’s host is not known.',
  ETIMEDOUT: 'The store’s server does not answer.',
};

/** Only read, full. */
const UNWRITABLE = new Set(['25006', '53100']);
const BUSY = new Set(['55P03', '40001', '40P01']);
/** Shut down by its operator, crashed, starting. */
const SERVER_GONE = new Set(['57P01', '57P02', '57P03']);

/** The system's codes, and Node's of a socket that is closed already; those of TLS say something else. */
const SOCKET_GONE = /^(?:E(?!RR_)[A-Z0-9_]+|ERR_(?:STREAM|SOCKET)_[A-Z_]+)$/;
/** The driver's own words: it has no codes for these. */
const DRIVER_GONE = /^(?:connection terminated|timeout expired|client (?:has|was))/i;
const NEVER_SENT = /^client (?:has|was)/i;

const codeOf = (error: unknown): string => String(Object(error).code ?? '');

/** An error that the server itself sent. */
const isOfServer = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && /^[0-9A-Z]{5}$/.test(codeOf(error));

/** Citus tells by an ordinary error of 08… that a machine behind the server does not answer. */
const isServerGone = (error: unknown): boolean => {
  const { code, severity } = Object(error);
  return SERVER_GONE.has(code) || (String(code).startsWith('08') && severity !== 'ERROR');
};

/** Whether the connection, or the server itself, is gone. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isOfServer(error)) return isServerGone(error);
  return 'syscall' in error || SOCKET_GONE.test(codeOf(error)) || DRIVER_GONE.test(error.message);
}

/** Whether a server that refused a connection is there all the same: full, or of another mind. */
export const isOfLivingServer = (error: unknown): boolean =>
  isOfServer(error) && !isServerGone(error);

/** Whether the server may only be read: the one to write to may be elsewhere by now. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006';

export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';

/** Whether the server knows no transaction of the name that it was asked about. */
export const isNameUnknown = (error: unknown): boolean => codeOf(error) === '22023';

export const isDuplicateTable = (error: unknown): boolean => codeOf(error) === '42P07';

/** What to throw instead of an error of the driver's or the server's; anything else as it is. */
export function translatePostgresError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return error;
  const code = codeOf(error);
  if (BUSY.has(code))
    return new StoreBusy('Another process is writing to the store.', { cause: error });
  const sentence = SENTENCES[code];
  if (UNWRITABLE.has(code)) return new StoreUnwritable(sentence!, { cause: error });
  if (sentence !== undefined) return new StoreUnavailable(sentence, { cause: error });
  if (isConnectionLost(error)) {
    return new StoreUnavailable('The connection to the store was lost.', { cause: error });
  }
  if (!isOfServer(error)) return error;
  return new StoreUnavailable(`The store could not do what was asked (PostgreSQL code ${code}).`, {
    cause: error,
  });
}

/** The same for a statement that writes and is a transaction of its own. */
export function translateWriteError(error: unknown): unknown {
  const isUnknown = isConnectionLost(error) && !NEVER_SENT.test((error as Error).message);
  return isUnknown ? commitUnknown(error) : translatePostgresError(error);
}

export const commitUnknown = (cause: unknown): CommitUnknown =>
  new CommitUnknown(
    'The connection was lost while the write was being made durable: it may be stored or not.',
    { cause },
  );

/** What went wrong when a connection was to be made. */
export function translateConnectError(error: unknown): unknown {
  const plain = translatePostgresError(error);
  if (plain instanceof StoreUnavailable || !(error instanceof Error)) return plain;
  const code = codeOf(error);
  return new StoreUnavailable(
    `No connection to the store can be made${code && ` (${code})`}: compare its address, sslmode and certificates with what the server asks for.`,
    { cause: error },
  );
}

/** What went wrong when a transaction was to begin: a replica has a code of its own for it. */
export function translateBeginError(error: unknown): unknown {
  const isReplica = isOfServer(error) && codeOf(error) === '0A000';
  return isReplica
    ? new StoreUnwritable(READ_ONLY, { cause: error })
    : translatePostgresError(error);
}
