// The cap on connections: each takes memory and a file handle before its client has sent anything.

import type { Server } from 'node:net';
import type { Logger } from 'pino';
import { warnEachMinute } from '#http/connection/warn-each-minute';

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
