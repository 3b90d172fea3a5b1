// Pipelined requests: those sent before the answer to an earlier one on their connection was read.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The most that wait on one connection; no real client sends that many ahead. */
const MOST_WAITING = 2_000;

export class PipelinedRequests {
  readonly #waiting = new WeakMap<Socket, number>();

  /**
   * Calls `proceed` when the client has read the answer before this one. Without the wait, a client that
   * never reads would make the server work for nothing. A client that sends too many loses its connection.
   */
  wait(request: IncomingMessage, response: ServerResponse, proceed: RequestListener): void {
    const { socket } = request;
    const count = (this.#waiting.get(socket) ?? 0) + 1;
    this.#waiting.set(socket, count);
    if (count > MOST_WAITING) socket.destroy();
    response.once('socket', () => {
      this.#waiting.set(socket, this.#waiting.get(socket)! - 1);
      process.nextTick(proceed, request, response);
    });
  }
}
