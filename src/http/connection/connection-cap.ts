// As many connections as were agreed, and no more: each holds memory and a file handle before it has
// said anything.

import type { Server } from 'node:net';
import type { Logger } from 'pino';
import { MINUTE_MS } from '#core/time/instant';

/** Connections beyond `most` are closed at once; the log says so, at most once a minute. */
export function capConnections(server: Server, most: number, logger: Logger): void {
  server.maxConnections = most;
  // Else a full worker would hand them on to the next, and that one on to the first.
  Object.assign(server, { dropMaxConnection: true });
  let dropped = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    dropped++;
    const now = performance.now();
    if (now - saidAt < MINUTE_MS) return;
    logger.warn({ most, dropped }, 'too many connections: new ones are closed');
    saidAt = now;
    dropped = 0;
  });
}
