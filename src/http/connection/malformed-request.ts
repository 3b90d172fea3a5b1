// Requests that Node's parser cannot read: they still get a problem document.

import type { Socket } from 'node:net';
import { Refusal } from '#core/errors';
import { PROBLEM_TYPE, problemOf } from '#http/answer/problem';
import { STATUS_CODES } from '#http/connection/node-http';
import { securityHeadersOn } from '#http/connection/security-headers';
import { isBorne } from '#http/connection/slow-clients';

const TOO_LATE = 'ERR_HTTP_REQUEST_TIMEOUT';

const STATUS_OF_CODE: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  [TOO_LATE]: 408,
};

const DETAIL_OF_STATUS: Record<number, string> = {
  408: 'the request did not arrive in time',
  431: 'the headers are too large',
};

/** How long a client may take to read the answer before its connection is destroyed. */
const LINGER_MS = 1_000;

/** Whether a connection failed before HTTP began, as in the TLS handshake: no client could read an answer. */
const isBeforeHttp = (code = ''): boolean =>
  code === 'ECONNRESET' || /^(?:ERR_SSL|ERR_TLS)_/.test(code);

export type AnswerMalformed = (error: { readonly code?: string }, socket: Socket) => void;

/** Returns the handler of such requests. Each gets an id from `nextId`, as every other request does. */
export function makeMalformedHandler(nextId: () => string): AnswerMalformed {
  const answer: AnswerMalformed = (error, socket) => {
    if (isBeforeHttp(error.code) || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = STATUS_OF_CODE[error.code ?? ''] ?? 400;
    const detail = DETAIL_OF_STATUS[status] ?? 'the request is not well-formed HTTP';
    const refusal = new Refusal('request_malformed', detail);
    const requestId = nextId();
    const body = JSON.stringify({
      ...problemOf(refusal, requestId),
      title: STATUS_CODES[status],
      status,
    });
    const headers = {
      'content-type': PROBLEM_TYPE,
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-request-id': requestId,
      'server-timing': 'total;dur=0',
      ...securityHeadersOn(socket),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    // The client may leave its half open for ever.
    const end = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('close', () => clearTimeout(end));
  };
  return (error, socket) => {
    if (error.code === TOO_LATE && isBorne(socket, () => answer(error, socket))) return;
    answer(error, socket);
  };
}
