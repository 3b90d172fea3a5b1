// Makes Node's own server: plain or TLS, with limits on time and connections, and with an answer to three
// kinds of request that Node would end by itself.

import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { capConnections } from '#http/connection/connection-cap';
import type { AnswerMalformed } from '#http/connection/malformed-request';
import { createServer } from '#http/connection/node-http';
import { REQUEST_MS, STALLED_MS } from '#http/connection/slow-clients';
import { type TlsPair, tlsOptions } from '#http/connection/tls-files';

const LIMITS: ServerOptions = {
  headersTimeout: 5_000,
  requestTimeout: REQUEST_MS,
  /** Longer than the 60 s of most proxies, which must be the ones to end a connection. */
  keepAliveTimeout: 72_000,
  /** How late a time-out is noticed. Node checks every 30 s and then ends many at once, which others feel. */
  connectionsCheckingInterval: 100,
  // A request without a body gets no stream to wait for.
  optimizeEmptyRequests: true,
  // Node would refuse a missing Host with an empty answer: the first hook does it instead.
  requireHostHeader: false,
};

export const DEFAULT_CONNECTIONS = 5_000;

export interface OpenServerParts {
  readonly tls?: TlsPair;
  /** The most connections; 5,000 by default. */
  readonly maxConnections?: number;
  readonly logger: Logger;
}

export function openServer(parts: OpenServerParts, answerMalformed: AnswerMalformed): Server {
  const { tls, maxConnections = DEFAULT_CONNECTIONS, logger } = parts;
  const server: Server = tls
    ? createTlsServer({ ...LIMITS, ...tlsOptions(tls) })
    : createServer(LIMITS);
  server.setTimeout(STALLED_MS);
  capConnections(server, maxConnections, logger);
  handleUnusualRequests(server, answerMalformed);
  return server;
}

function handleUnusualRequests(server: Server, answerMalformed: AnswerMalformed): void {
  // A client that ends its side still waits for the answer. Node would end the other side too, and a slow
  // answer would be a head without a body.
  Object.assign(server, { httpAllowHalfOpen: true });
  // An expectation other than 100-continue may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => answerMalformed({}, socket));
}
