// Connections beyond the cap are closed as soon as they are accepted, before Node makes a socket and a parser for
// each: those take memory and a file handle.

import type { Server } from 'node:net';
import type { Logger } from 'pino';
import { MINUTE_MS } from '#core/time/instant';

/**
 * Returns a function that counts its calls and warns with their count, at most once a minute: for what can happen
 * thousands of times a second.
 */
export function warnEachMinute(warn: (count: number) => void): () => void {
  let count = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  return () => {
    count++;
    const now = performance.now();
    if (now - warnedAt < MINUTE_MS) return;
    warn(count);
    warnedAt = now;
    count = 0;
  };
}

/** Closes connections beyond `most` at once; the log says so, at most once a minute. */
export function capConnections(server: Server, most: number, logger: Logger): void {
  server.maxConnections = most;
  // Otherwise a full worker would hand them to the next one, and that one back to the first.
  Object.assign(server, { dropMaxConnection: true });
  const warn = warnEachMinute((dropped) =>
    logger.warn({ most, dropped }, 'too many connections: new ones are closed'),
  );
  server.on('drop', warn);
}
