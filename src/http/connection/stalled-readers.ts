// Callers who ask and then do not read. Their answers would be held for as long as they like: a
// connection on which an answer waits and no byte has moved for some seconds is ended.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Without a byte either way; Fastify's `connectionTimeout`. Where bytes have moved since the last answer
 * was handed over, Node waits once more: twice this at worst. Longer than the headers may take, as those
 * who say nothing get an answer.
 */
export const STALLED_MS = 6_000;

/**
 * Where nobody listens, Node ends a connection that times out. That is right for an answer that was
 * written at once. One that is still being made has its time: it is the caller who waits then.
 */
export function allowSlowAnswers(response: ServerResponse): void {
  response.on('timeout', endIfNotRead);
}

function endIfNotRead(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
  else socket.setTimeout(STALLED_MS);
}
