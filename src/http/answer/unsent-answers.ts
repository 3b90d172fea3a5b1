// The memory of large answers that were made in the server's own thread and that clients have not read yet.

import type { FastifyReply } from 'fastify';
import { busyRefusal } from '#http/answer/problem';

/** The most bytes of answers with values; beyond it a further one is refused. */
const MOST_BYTES = 128 * 2 ** 20;
/** A time and a value. */
const POINT_BYTES = 16;
/** The most bytes of lists that were asked for without a token. */
const MOST_STRANGER_BYTES = 16 * 2 ** 20;

class UnsentBytes {
  readonly #most: number;
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  take(reply: FastifyReply, bytes: number): void {
    if (this.#bytes > this.#most) throw busyRefusal();
    this.#bytes += bytes;
    reply.raw.once('close', () => {
      this.#bytes -= bytes;
    });
  }
}

const values = new UnsentBytes(MOST_BYTES);
const strangers = new UnsentBytes(MOST_STRANGER_BYTES);

/** Takes the memory for an answer of `count` stored values until its client has read it. Refuses if none is left. */
export const takeMemory = (reply: FastifyReply, count: number): void =>
  values.take(reply, count * POINT_BYTES);

/** The same for a list without a token, of `bytes`. */
export const takeStrangerMemory = (reply: FastifyReply, bytes: number): void =>
  strangers.take(reply, bytes);
