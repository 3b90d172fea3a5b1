// Refuses connections by their address alone, before Node makes a socket and a parser for each of them.

import { BlockList, type Server, type SocketAddress } from 'node:net';

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

/** Has `admits` asked about the address of every new connection. One that it does not admit is closed. */
export function refuseAddresses(server: Server, admits: (address: string) => boolean): void {
  // An option of Node's plain servers, which its HTTP servers do not hand on.
  Object.assign(server, { blockList: new RefusedAddresses(admits) });
}

/** Has a further server refuse what `server` refuses. */
export function refuseAlike(further: Server, server: Server): void {
  if ('blockList' in server) Object.assign(further, { blockList: server.blockList });
}
