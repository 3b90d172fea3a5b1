// Pipelined requests: those sent before the answer to an earlier one on their connection was read. A few may
// wait on each connection; then nothing more is read from it until answers have gone out.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PiecewiseReader } from '#http/connection/piecewise-reader';

/** The most requests that wait on one connection: then no more is read, but several in one kB are all read. */
const MOST_WAITING = 16;
/** Reading goes on when this many are left. */
const READ_AGAIN_AT = 8;

/** The most that wait on all connections. Beyond it those with their full share lose their connection. */
export const MOST_IN_ALL = 10_000;

export class PipelinedRequests {
  readonly #readers = new WeakMap<Socket, PiecewiseReader>();
  readonly #countRefused: () => void;
  readonly #mostInAll: number;
  #inAll = 0;

  /** `countRefused` is called for every connection that is ended. */
  constructor(countRefused: () => void, mostInAll = MOST_IN_ALL) {
    this.#countRefused = countRefused;
    this.#mostInAll = mostInAll;
  }

  /** Watches a new connection. */
  watch(socket: Socket): void {
    const reader = new PiecewiseReader(socket);
    this.#readers.set(socket, reader);
    socket.once('close', () => this.#forget(reader));
  }

  /**
   * Reads a connection faster whose client has shown a good token, until that client sends a request ahead. It can
   * send a read of 64 kB of them once.
   */
  trust(socket: Socket): void {
    // Later, when what was read has been handed on.
    setImmediate(() => this.#readers.get(socket)?.leave());
  }

  /** What still waits on a connection that has ended is never answered. */
  #forget(reader: PiecewiseReader): void {
    this.#inAll -= reader.waiting;
    reader.waiting = 0;
  }

  /**
   * Calls `proceed` when the client has read the answer before this one. Without the wait, a client that
   * never reads would make the server work for nothing.
   */
  wait(request: IncomingMessage, response: ServerResponse, proceed: RequestListener): void {
    const { socket } = request;
    const reader = this.#readers.get(socket)!;
    if (socket.destroyed) return;
    reader.takeBack();
    reader.waiting++;
    this.#inAll++;
    response.once('socket', () => {
      reader.waiting--;
      this.#inAll--;
      if (reader.waiting <= READ_AGAIN_AT) reader.readOn();
      process.nextTick(proceed, request, response);
    });
    if (reader.waiting >= MOST_WAITING) reader.stop();
    if (reader.waiting >= MOST_WAITING && this.#inAll > this.#mostInAll) {
      this.#countRefused();
      socket.destroy();
      // At once: the connection closes later, and others would be ended for what does not wait any more.
      this.#forget(reader);
    }
  }
}
