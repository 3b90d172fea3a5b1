// Connections that are closed as soon as they are accepted, before Node makes a socket and a parser for each:
// those beyond the cap, as each takes memory and a file handle, and those of addresses that are refused.

import { BlockList, type Server, type SocketAddress } from 'node:net';
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

/** Node asks the list about every connection that it accepts, and closes those that the list has. */
class RefusedAddresses extends BlockList {
  readonly #admits: (address: string) => boolean;

  constructor(admits: (address: string) => boolean) {
    super();
    this.#admits = admits;
  }

  override check(address: string | SocketAddress): boolean {
    return !this.#admits(typeof address === 'string' ? address : address.address);
  }
}

/** Asks `admits` about the address of every new connection, and closes one that it does not admit. */
export function refuseAddresses(server: Server, admits: (address: string) => boolean): void {
  // An option of Node's plain servers, which its HTTP servers do not hand on.
  Object.assign(server, { blockList: new RefusedAddresses(admits) });
}

/** Makes a further server refuse what `server` refuses. */
export function refuseAlike(further: Server, server: Server): void {
  if ('blockList' in server) Object.assign(further, { blockList: server.blockList });
}
