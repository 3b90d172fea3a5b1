// PostgreSQL's errors in plain words. No message repeats SQL, an address or a name. The driver's own error
// stays as the cause.

import { CommitUnknown, StoreBusy, StoreUnavailable, StoreUnwritable } from '#store/store';

const PART_GONE = 'One of the store’s machines does not answer.';
const READ_ONLY = 'The store can only be read at the moment: it is a replica, or set to read-only.';

/** Codes of https://www.postgresql.org/docs/current/errcodes-appendix.html, and Node's codes of a socket. */
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

/** The codes of a read-only server and a full disk. */
const UNWRITABLE = new Set(['25006', '53100']);
const BUSY = new Set(['55P03', '40001', '40P01']);
/** The codes of a server that was shut down, crashed or is starting. */
const SERVER_GONE = new Set(['57P01', '57P02', '57P03']);

/** The system's codes, and Node's codes of a closed socket. Codes of TLS mean something else. */
const SOCKET_GONE = /^(?:E(?!RR_)[A-Z0-9_]+|ERR_(?:STREAM|SOCKET)_[A-Z_]+)$/;
/** Messages of the driver, which has no codes for these. */
const DRIVER_GONE = /^(?:connection terminated|timeout expired|client (?:has|was))/i;
const NEVER_SENT = /^client (?:has|was)/i;

const codeOf = (error: unknown): string => String(Object(error).code ?? '');

/** Whether the server itself sent the error. */
const isOfServer = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && /^[0-9A-Z]{5}$/.test(codeOf(error));

/** Whether the server is gone. Citus reports a silent machine behind it by an ordinary error 08…. */
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

/** Whether the refusal itself proves that the server is alive: too many connections, a wrong password. */
export const isOfLivingServer = (error: unknown): boolean =>
  isOfServer(error) && !isServerGone(error);

/** Whether the server is read-only, so that another may be the primary now. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006';

export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';

/** Whether the server knows no transaction of the number that it was asked about. */
export const isNameUnknown = (error: unknown): boolean => codeOf(error) === '22023';

export const isDuplicateTable = (error: unknown): boolean => codeOf(error) === '42P07';

/** Returns what to throw instead of an error of the driver or the server; any other error comes back as it is. */
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

/** Like `translatePostgresError`, for a statement that writes and is a transaction of its own. */
export function translateWriteError(error: unknown): unknown {
  const isUnknown = isConnectionLost(error) && !NEVER_SENT.test((error as Error).message);
  return isUnknown ? commitUnknown(error) : translatePostgresError(error);
}

export const commitUnknown = (cause: unknown): CommitUnknown =>
  new CommitUnknown(
    'The connection was lost while the write was being made durable: it may be stored or not.',
    { cause },
  );

/** Like `translatePostgresError`, for an error while connecting. */
export function translateConnectError(error: unknown): unknown {
  const plain = translatePostgresError(error);
  if (plain instanceof StoreUnavailable || !(error instanceof Error)) return plain;
  const code = codeOf(error);
  return new StoreUnavailable(
    `No connection to the store can be made${code && ` (${code})`}: compare its address, sslmode and certificates with what the server asks for.`,
    { cause: error },
  );
}

/** Like `translatePostgresError`, for the beginning of a transaction, which a replica refuses by another code. */
export function translateBeginError(error: unknown): unknown {
  const isReplica = isOfServer(error) && codeOf(error) === '0A000';
  return isReplica
    ? new StoreUnwritable(READ_ONLY, { cause: error })
    : translatePostgresError(error);
}
