// Requests so broken that Node's parser gives up: they still get a problem document.

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '#core/errors';
import { PROBLEM_TYPE, problemOf } from '#http/problem';

const STATUS_OF_CODE: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS_OF_CODE[error.code ?? ''] ?? 400;
  const refusal = new Refusal('request_malformed', 'the request is not well-formed HTTP');
  const body = JSON.stringify({
    ...problemOf(refusal, 'none'),
    title: STATUS_CODES[status],
    status,
  });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${PROBLEM_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
