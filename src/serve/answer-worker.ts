// A thread that makes large answers: settings → store → bytes. Each order is a message, and so is each
// answer. The memory of an answer mostly comes with its order.

import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { giveBackSlice } from '#bytes/memory-pools';
import { WholeAnswer } from '#bytes/whole-answer';
import { Refusal } from '#core/errors';
import { findZone } from '#core/time/zone';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import { faultOf } from '#http/answer/answer-threads';
import { type Coding, LEAST_BYTES } from '#http/answer/content-coding';
import { writeOrder } from '#http/answer/make-answer';
import type { FromThread, Order, ThreadStart } from '#http/answer/thread-messages';
import { openStore } from '#store/open/open-store';

const LOW_PRIORITY = 10;
/** Connections to PostgreSQL. Answers are made one after the other. */
const CONNECTIONS = 2;

/** On Linux the priority is the thread's. On other systems it would be the whole server's. */
if (process.platform === 'linux') setPriority(0, LOW_PRIORITY);

const { port, storeUrl, storeReadUrls = [], zoneName } = workerData as ThreadStart;
const store = await openStore(storeUrl, {
  create: false,
  readUrls: storeReadUrls,
  connections: CONNECTIONS,
  // The series record comes with the order.
  cacheBytes: 0,
});
// An order has the hours of its block. The table of blocks is only for parsing requests.
const context = { store, zone: findZone(zoneName)!, blocks: DEFAULT_BLOCKS };

async function make({ id, order, likelyBytes, lent, coding }: Order): Promise<void> {
  const answer = new WholeAnswer(lent, likelyBytes);
  for (const slice of await writeOrder(order, context)) {
    answer.add(slice);
    giveBackSlice(slice);
  }
  const { memory, length } = answer;
  if (coding && length >= LEAST_BYTES) await tellPacked(id, answer, coding);
  else port.postMessage({ id, memory, length } satisfies FromThread, [memory]);
}

/** Compresses an answer and sends it; its memory goes back with it. */
async function tellPacked(id: number, answer: WholeAnswer, coding: Coding): Promise<void> {
  const { packSync } = await import('#http/answer/compress-answer');
  const { memory: spare } = answer;
  const { buffer: memory } = packSync(new Uint8Array(spare, 0, answer.length), coding);
  const length = memory.byteLength;
  const message: FromThread = { id, memory, length, coding, spare };
  port.postMessage(message, [memory, spare]);
}

function tellFailure(id: number, error: unknown): void {
  const { message } = error as Error;
  const code = error instanceof Refusal ? error.code : undefined;
  port.postMessage({ id, message, fault: faultOf(error), code } satisfies FromThread);
}

// Orders run one after the other, so that the data of one stays in the processor's caches.
let queue: Promise<void> = Promise.resolve();
port.on('message', (message: Order) => {
  queue = queue.then(() => make(message)).catch((error) => tellFailure(message.id, error));
});
port.postMessage('ready' satisfies FromThread);
