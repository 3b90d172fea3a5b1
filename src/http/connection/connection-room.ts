// Room for connections. An address has at most half of it, unless it is that of a trusted proxy, and opens only as
// many at a time as are admitted. If nearly all is taken, the connection that has been idle longest is ended for
// each new one. The last of the room is for probes and for callers with a token.

import type { ServerResponse } from 'node:http';
import { BlockList, type Server, type Socket, type SocketAddress } from 'node:net';
import { addressGroupOf } from '#accounts/address-group';
import { endStalled } from '#http/connection/slow-clients';

/** The share that one address may have. */
const ADDRESS_SHARE = 1 / 2;
/** The share for probes and for callers with a token. */
const KEPT_SHARE = 1 / 50;
/** Connections that are looked at for an idle one. */
const MOST_LOOKED_AT = 1_000;

interface Connection {
  readonly group: string;
  /** The answer to the newest request, until it has ended. An idle connection holds none in memory. */
  latest: ServerResponse | undefined;
  /** Whether it has sent a request since it was looked at for an idle one. */
  hasAsked: boolean;
  /** Whether it was opened when only the last room was left. */
  readonly isInLastRoom: boolean;
}

type Connections = Map<Socket, Connection>;

export interface ConnectionLimit {
  /** Counts a new connection of an address; false if it has opened too many. */
  admitsConnection(address: string): boolean;
}

export interface RoomSettings {
  readonly most: number;
  /** Whether all connections are those of a proxy, so that their addresses mean nothing. */
  readonly trustProxy: boolean;
  readonly limit: ConnectionLimit;
}

/** Listeners that are told what happens to connections. */
export interface RoomEvents {
  /** A connection that there is room for was opened. */
  onTaken(socket: Socket): void;
  /** A caller with a good token was answered on a connection, for the first time there. */
  onCaller(socket: Socket): void;
}

export class ConnectionRoom {
  readonly #mostFree: number;
  readonly #mostPerAddress: number;
  readonly #limit: ConnectionLimit | undefined;
  /** Connections, the newest last. One that has sent a request goes behind the others when it is looked at. */
  readonly #strangers: Connections = new Map();
  /** The same, of callers who have shown a good token. */
  readonly #callers: Connections = new Map();
  readonly #countOf = new Map<string, number>();
  /** Sockets below TLS, by address and port, until the handshake is done. */
  readonly #handshakes = new Map<string, Socket>();
  #onCaller: RoomEvents['onCaller'] = () => {};

  constructor({ most, trustProxy, limit }: RoomSettings) {
    this.#limit = trustProxy ? undefined : limit;
    this.#mostFree = most - Math.max(1, Math.floor(most * KEPT_SHARE));
    this.#mostPerAddress = trustProxy ? most : Math.max(1, Math.ceil(most * ADDRESS_SHARE));
  }

  /** Watches the connections of a server, and ends those it has no room for. */
  watch(server: Server, isTls: boolean, { onTaken, onCaller }: RoomEvents): void {
    this.#onCaller = onCaller;
    if (this.#limit) refuseAddresses(server, this.#limit);
    endStalled(server, (socket) => this.#isAtWork(socket));
    server.prependListener('connection', (socket: Socket) => {
      if (!this.#take(socket)) socket.destroy();
    });
    server.on('connection', (socket: Socket) => {
      if (socket.destroyed) return;
      if (isTls) this.#noteHandshake(socket);
      onTaken(socket);
    });
    // The requests of a TLS connection come on a socket of its own, which then stands for both.
    if (isTls) server.on('secureConnection', (secure: Socket) => this.#replace(secure));
  }

  /** Notes a request and its answer, which may have ended already. */
  noteRequest(socket: Socket, response: ServerResponse): void {
    const connection = this.#callers.get(socket) ?? this.#strangers.get(socket);
    if (!connection) return;
    connection.hasAsked = true;
    // Most repeated requests are answered at once: a listener for each would take longer than this.
    if (response.writableFinished) {
      connection.latest = undefined;
      return;
    }
    connection.latest = response;
    response.once('close', () => {
      if (connection.latest === response) connection.latest = undefined;
    });
  }

  /** Notes that a caller with a good token was answered on a connection. */
  noteCaller(socket: Socket): void {
    const connection = this.#strangers.get(socket);
    if (!connection) return;
    this.#strangers.delete(socket);
    this.#callers.set(socket, connection);
    this.#onCaller(socket);
  }

  /** Whether a connection uses the last room, and has shown no good token yet. */
  isInLastRoom(socket: Socket): boolean {
    return this.#strangers.get(socket)?.isInLastRoom ?? false;
  }

  #isAtWork(socket: Socket): boolean {
    const connection = this.#callers.get(socket) ?? this.#strangers.get(socket);
    return connection !== undefined && isAtWork(connection);
  }

  #take(socket: Socket): boolean {
    const group = addressGroupOf(socket.remoteAddress ?? '');
    const isOver = (this.#countOf.get(group) ?? 0) >= this.#mostPerAddress;
    if (isOver && !this.#endIdle(group)) return false;
    const isFull = this.#strangers.size + this.#callers.size >= this.#mostFree;
    const isInLastRoom = isFull && !this.#endIdle();
    this.#countOf.set(group, (this.#countOf.get(group) ?? 0) + 1);
    this.#strangers.set(socket, { group, latest: undefined, hasAsked: false, isInLastRoom });
    socket.once('close', () => this.#forget(socket));
    return true;
  }

  #forget(socket: Socket): void {
    const connection = this.#strangers.get(socket) ?? this.#callers.get(socket);
    if (!connection) return;
    this.#strangers.delete(socket);
    this.#callers.delete(socket);
    const count = this.#countOf.get(connection.group)! - 1;
    if (count > 0) this.#countOf.set(connection.group, count);
    else this.#countOf.delete(connection.group);
  }

  #noteHandshake(socket: Socket): void {
    const ends = endsOf(socket);
    this.#handshakes.set(ends, socket);
    socket.once('close', () => {
      if (this.#handshakes.get(ends) === socket) this.#handshakes.delete(ends);
    });
  }

  #replace(secure: Socket): void {
    const ends = endsOf(secure);
    const socket = this.#handshakes.get(ends);
    const connection = socket && this.#strangers.get(socket);
    this.#handshakes.delete(ends);
    if (!connection) return;
    this.#strangers.delete(socket);
    this.#strangers.set(secure, connection);
    secure.once('close', () => this.#forget(secure));
  }

  /** Ends the connection that has been idle longest, of one address if told. Callers' are ended last. */
  #endIdle(group?: string): boolean {
    for (const connections of [this.#strangers, this.#callers]) {
      const idle = findIdle(connections, group);
      if (!idle) continue;
      this.#forget(idle);
      idle.destroy();
      return true;
    }
    return false;
  }
}

const endsOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Whether an answer is under way. */
const isAtWork = ({ latest }: Connection): boolean =>
  latest !== undefined && !latest.writableFinished && !latest.destroyed;

/** Node asks the list about every connection that it accepts, and closes those that the list has. */
class RefusedAddresses extends BlockList {
  readonly #limit: ConnectionLimit;

  constructor(limit: ConnectionLimit) {
    super();
    this.#limit = limit;
  }

  override check(address: string | SocketAddress): boolean {
    return !this.#limit.admitsConnection(typeof address === 'string' ? address : address.address);
  }
}

/** Has `limit` asked about the address of every new connection. One that it does not admit is closed. */
export function refuseAddresses(server: Server, limit: ConnectionLimit): void {
  // An option of Node's plain servers, which its HTTP servers do not hand on.
  Object.assign(server, { blockList: new RefusedAddresses(limit) });
}

/** Has a further server refuse what `server` refuses. */
export function refuseAlike(further: Server, server: Server): void {
  if ('blockList' in server) Object.assign(further, { blockList: server.blockList });
}

/**
 * Finds the connection that has been idle longest, about: one that has sent a request since it was looked at is
 * passed over once. If all have, it is the first.
 */
function findIdle(connections: Connections, group: string | undefined): Socket | undefined {
  let looked = 0;
  let first: Socket | undefined;
  for (const [socket, connection] of connections) {
    if (++looked > MOST_LOOKED_AT) break;
    if (!isAtWork(connection)) {
      if (group !== undefined && connection.group !== group) continue;
      if (!connection.hasAsked) return socket;
      first ??= socket;
    }
    connection.hasAsked = false;
    connections.delete(socket);
    connections.set(socket, connection);
  }
  return first;
}
