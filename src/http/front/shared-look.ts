// Something that every request looks up, such as the store's version: once for all that arrived together.
// Each is told what was true after its first byte had come, which is all that one can know who asked.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

const { nodeTiming } = performance;

export class SharedLook<T> {
  readonly #look: () => T;
  #seen: { readonly what: T } | undefined;
  /** Node's count of its turns and of what it took in: the same until it asks the system for more. */
  #turn = Number.NaN;
  #events = Number.NaN;
  /** Of the turns in which anybody asked. */
  #number = 0;
  readonly #askers = new WeakMap<Socket, number>();

  constructor(look: () => T) {
    this.#look = look;
  }

  /**
   * To be called for every request as soon as it is there. What was seen counts for those whose
   * connections had something to read by then. On one that had, a further request may have come later.
   */
  arrive({ socket }: IncomingMessage, response: ServerResponse): void {
    const { loopCount, events } = nodeTiming.uvMetricsInfo;
    if (loopCount !== this.#turn || events !== this.#events) {
      this.#turn = loopCount;
      this.#events = events;
      this.#number++;
      this.#seen = undefined;
    } else if (response.socket === null || this.#askers.get(socket) === this.#number) {
      this.#seen = undefined;
    }
    this.#askers.set(socket, this.#number);
  }

  see(): T {
    this.#seen ??= { what: this.#look() };
    return this.#seen.what;
  }
}
