// The memory of large answers that were made in the server's own thread and that clients have not read yet.

import type { FastifyReply } from 'fastify';
import { busyRefusal } from '#http/answer/busy-refusal';

/** The most bytes that such answers take; beyond it a further one is refused. */
const MOST_BYTES = 128 * 2 ** 20;
/** A time and a value. */
const POINT_BYTES = 16;

let unsentBytes = 0;

/** Takes the memory for an answer of `values` stored values until its client has read it. Refuses if none is left. */
export function takeMemory(reply: FastifyReply, values: number): void {
  if (unsentBytes > MOST_BYTES) throw busyRefusal();
  const bytes = values * POINT_BYTES;
  unsentBytes += bytes;
  reply.raw.once('close', () => {
    unsentBytes -= bytes;
  });
}
