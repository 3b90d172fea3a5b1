// Requests so broken that Node's parser gives up: they still get a problem document.

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#core/errors';
import { PROBLEM_TYPE, problemOf } from '#http/answer/problem';
import { securityHeadersOn } from '#http/connection/security-headers';

const STATUS_OF_CODE: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const DETAIL_OF_STATUS: Record<number, string> = {
  408: 'the request did not arrive in time',
  431: 'the headers are too large',
};

/** So long has a caller to take the answer; an end without it would lose what they have not read. */
const LINGER_MS = 1_000;

/** What failed before there was HTTP, such as a greeting that is no TLS: nobody could read an answer. */
const isBeforeHttp = (code = ''): boolean =>
  code === 'ECONNRESET' || /^(?:ERR_SSL|ERR_TLS)_/.test(code);

type AnswerBroken = (error: { readonly code?: string }, socket: Socket) => void;

/** The handler of such requests; `nextId` names each, as every other request is named. */
export const makeBrokenRequestHandler =
  (nextId: () => string): AnswerBroken =>
  (error, socket) => {
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
    // The other end may leave its half open for as long as it likes.
    const end = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('close', () => clearTimeout(end));
  };

/** Three kinds of request that Node would end by itself, with an empty answer, half of one or none. */
export function handleMalformedRequests(app: FastifyInstance, answerBroken: AnswerBroken): void {
  const { server } = app;
  // Whoever says that nothing more is to come still waits for the answer; Node would end its side too, and
  // an answer that takes a moment would be a head without a body.
  Object.assign(server, { httpAllowHalfOpen: true });
  // An expectation other than 100-continue may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => answerBroken({}, socket));
}
