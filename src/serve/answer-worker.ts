// A thread that makes large answers: settings → store → bytes. It is told what to make, a message an
// answer, and hands over the bytes; memory comes back to it once they are sent.

import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { BufferPool } from '#bytes/buffer-pool';
import { giveBackSlice } from '#bytes/slice-pool';
import { findZone } from '#core/time/zone';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import type { AnswerOrder } from '#http/answer/answer-order';
import type { FromThread, ThreadStart, ToThread } from '#http/answer/answer-threads';
import { writeOrder } from '#http/answer/make-answer';
import { openStore } from '#store/open/open-store';
import { StoreUnavailable } from '#store/store';

const LOW_PRIORITY = 10;
/** To PostgreSQL: one answer is made after the other. */
const CONNECTIONS = 2;

/** On Linux the priority is the thread's; elsewhere it would be that of the whole server. */
if (process.platform === 'linux') setPriority(0, LOW_PRIORITY);

const { port, storeUrl, storeReadUrls = [], zoneName, spareBytes } = workerData as ThreadStart;
const store = await openStore(storeUrl, {
  create: false,
  readUrls: storeReadUrls,
  connections: CONNECTIONS,
  // The record comes with the order.
  cacheBytes: 0,
});
// The hours of a block are part of what is asked; the table is for reading requests, which is done.
const context = { store, zone: findZone(zoneName)!, blocks: DEFAULT_BLOCKS };
const memories = new BufferPool(spareBytes);

async function make(id: number, order: AnswerOrder): Promise<void> {
  const slices = [...(await writeOrder(order, context))];
  const length = slices.reduce((sum, slice) => sum + slice.length, 0);
  const memory = memories.take(length);
  const bytes = new Uint8Array(memory);
  let at = 0;
  for (const slice of slices) {
    bytes.set(slice, at);
    at += slice.length;
    giveBackSlice(slice);
  }
  port.postMessage({ id, memory, length } satisfies FromThread, [memory]);
}

function tellFailure(id: number, error: unknown): void {
  const { message } = error as Error;
  const isUnavailable = error instanceof StoreUnavailable;
  port.postMessage({ id, message, isUnavailable } satisfies FromThread);
}

// One after the other: what is being read and written then stays in the processor's caches.
let turn: Promise<void> = Promise.resolve();
port.on('message', (message: ToThread) => {
  if ('memory' in message) {
    memories.giveBack(message.memory);
    return;
  }
  const { id, order } = message;
  turn = turn.then(() => make(id, order)).catch((error) => tellFailure(id, error));
});
port.postMessage('ready' satisfies FromThread);
