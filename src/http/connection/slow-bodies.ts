// Bodies that may take longer to arrive than a request may: an operator's, of up to 32 MiB over a slow line.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** How long a request may take to arrive. */
export const REQUEST_MS = 10_000;

/** The same for one with an operator's body: 32 MiB arrive in it at a megabit a second. */
export const SLOW_REQUEST_MS = 300_000;

const slow = new WeakMap<Socket, IncomingMessage>();

/** To be called once the caller is known: a stranger could hold connections open with slow bodies. */
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
