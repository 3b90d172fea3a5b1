// Clients that ask and then do not read. Their answers would stay in memory for ever, so the server ends a
// connection on which an answer waits and no byte has moved for some seconds.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How long no byte may move either way. If bytes have moved since the last answer was handed over, Node
 * waits once more: twice this at worst. It is longer than the headers may take, as a client that sends
 * none gets an answer.
 */
export const STALLED_MS = 6_000;

/**
 * Lets an answer that is still being made take its time. Without a listener Node ends a connection that
 * times out, which is right only for an answer that was written at once.
 */
export function allowSlowAnswers(response: ServerResponse): void {
  response.on('timeout', endIfNotRead);
}

function endIfNotRead(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
  else socket.setTimeout(STALLED_MS);
}
