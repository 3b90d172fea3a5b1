// Pipelined requests: those sent before the answer to an earlier one on their connection was read.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** As many may wait on one connection; then nothing more is read from it. */
const MOST_WAITING = 16;
/** Reading goes on when this many are left. */
const READ_AGAIN_AT = 8;

/**
 * The most that wait on all connections. One read brings 64 kB, which can hold 1,600 requests, and all of
 * them are parsed at once. If many clients do that, those with more than their share lose their connection.
 */
const MOST_IN_ALL = 5_000;

interface Queue {
  length: number;
  isPaused: boolean;
}

export class PipelinedRequests {
  readonly #queues = new WeakMap<Socket, Queue>();
  readonly #countRefused: () => void;
  #inAll = 0;

  /** `countRefused` is called for every connection that is ended. */
  constructor(countRefused: () => void) {
    this.#countRefused = countRefused;
  }

  /**
   * Calls `proceed` when the client has read the answer before this one. Without the wait, a client that
   * never reads would make the server work for nothing.
   */
  wait(request: IncomingMessage, response: ServerResponse, proceed: RequestListener): void {
    const { socket } = request;
    if (socket.destroyed) return;
    const queue = this.#queues.get(socket) ?? this.#open(socket);
    queue.length++;
    this.#inAll++;
    response.once('socket', () => {
      this.#leave(socket, queue);
      process.nextTick(proceed, request, response);
    });
    if (queue.length >= MOST_WAITING) this.#pause(socket, queue);
    if (queue.length > MOST_WAITING && this.#inAll > MOST_IN_ALL) {
      this.#countRefused();
      socket.destroy();
    }
  }

  #open(socket: Socket): Queue {
    const queue = { length: 0, isPaused: false };
    this.#queues.set(socket, queue);
    // Node resumes a connection for reasons of its own, such as an answer that was sent.
    socket.on('resume', () => {
      if (queue.isPaused) socket.pause();
    });
    // What still waits is never answered.
    socket.once('close', () => {
      this.#inAll -= queue.length;
      queue.length = 0;
    });
    return queue;
  }

  #pause(socket: Socket, queue: Queue): void {
    queue.isPaused = true;
    socket.pause();
  }

  #leave(socket: Socket, queue: Queue): void {
    queue.length--;
    this.#inAll--;
    if (!queue.isPaused || queue.length > READ_AGAIN_AT) return;
    queue.isPaused = false;
    socket.resume();
  }
}
