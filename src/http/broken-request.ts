// Requests so broken that Node's parser gives up: they still get a problem document.

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#core/errors';
import { PROBLEM_TYPE, problemOf } from '#http/problem';
import { SECURITY_HEADERS } from '#http/security-headers';

const STATUS_OF_CODE: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

type AnswerBroken = (error: { readonly code?: string }, socket: Socket) => void;

/** The handler of such requests; `nextId` names each, as every other request is named. */
export const makeBrokenRequestHandler =
  (nextId: () => string): AnswerBroken =>
  (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = STATUS_OF_CODE[error.code ?? ''] ?? 400;
    const refusal = new Refusal('request_malformed', 'the request is not well-formed HTTP');
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
      ...SECURITY_HEADERS,
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  };

/** Two kinds of request that Node would end by itself, with an empty answer or none. */
export function answerOddRequests(app: FastifyInstance, answerBroken: AnswerBroken): void {
  const { server } = app;
  // An expectation other than 100-continue may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => answerBroken({}, socket));
}
