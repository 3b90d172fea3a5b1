// Slow clients. Bodies that may take longer to arrive than a request may: an operator's, of up to 32 MiB over a slow
// line. And clients that ask and then do not read: their answers would stay in memory for ever, so the server ends a
// connection on which an answer waits and no byte has moved for some seconds.

import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';

/** How long a request may take to arrive. */
export const REQUEST_MS = 10_000;

/** The same for one with an operator's body: 32 MiB arrive in it at a megabit a second. */
export const SLOW_REQUEST_MS = 300_000;

const slow = new WeakMap<Socket, IncomingMessage>();

/** Allows a slow body. Call it once the caller is known: a stranger could keep connections open with slow bodies. */
export function allowSlowBody(request: IncomingMessage): void {
  slow.set(request.socket, request);
}

/** Calls `end` later if the body that did not arrive within the usual time may be slow. Returns whether it may. */
export function isBorne(socket: Socket, end: () => void): boolean {
  const request = slow.get(socket);
  if (request === undefined || request.complete) return false;
  slow.delete(socket);
  const timer = setTimeout(() => {
    if (!request.complete) end();
  }, SLOW_REQUEST_MS - REQUEST_MS).unref();
  socket.once('close', () => clearTimeout(timer));
  return true;
}

/**
 * How long no byte may move either way. If bytes have moved since the last answer was handed over, Node
 * waits once more: twice this at worst. It is longer than the headers may take, as a client that sends
 * none gets an answer.
 */
export const STALLED_MS = 6_000;

/**
 * Ends connections on which nothing moves. An answer that is still being made may take its time, so that
 * `isAtWork` is asked whether one is under way: then only a client that does not read loses its connection.
 */
export function endStalled(server: Server, isAtWork: (socket: Socket) => boolean): void {
  server.on('timeout', (socket: Socket) => {
    if (isAtWork(socket) && socket.writableLength === 0) socket.setTimeout(STALLED_MS);
    else socket.destroy();
  });
}
