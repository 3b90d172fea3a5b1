// The server's side of the threads that make large answers (serve/answer-worker.ts). Without them small
// requests wait while ten years are read and written: their p99 was 19 times the p99 alone. With both cores
// at work twice as many large answers are made. A thread starts when it is first needed.

import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { BufferPool, UNKNOWN_BYTES } from '#bytes/memory-pools';
import { Refusal } from '#core/errors';
import type { AnswerOrder } from '#http/answer/answer-order';
import type { Coding } from '#http/answer/content-coding';
import { busyRefusal } from '#http/answer/problem';
import type { MadeAnswer } from '#http/answer/send-bytes';
import type {
  FromOrder,
  FromThread,
  Order,
  ThreadFault,
  ThreadSettings,
  ThreadStart,
} from '#http/answer/thread-messages';
import { WaitingLine } from '#http/answer/waiting-line';
import { StoreDamaged, StoreUnavailable } from '#store/store';

const ERRORS = { unavailable: StoreUnavailable, damaged: StoreDamaged, other: Error } as const;

export const faultOf = (error: unknown): ThreadFault =>
  error instanceof StoreUnavailable
    ? 'unavailable'
    : error instanceof StoreDamaged
      ? 'damaged'
      : 'other';

/** Thrown if the thread that should make an answer ends by itself. */
export class ThreadLost extends Error {}

/**
 * The most bytes that are made and not yet sent. Beyond it answers are made in the server's own thread,
 * piece by piece as they are read. Otherwise slow readers would fill the memory.
 */
const MOST_UNSENT_BYTES = 128 * 2 ** 20;

/** The most memory that is kept between answers. */
const SPARE_BYTES = 32 * 2 ** 20;

/** How long after its end a connection may still read the bytes of an answer that was cut short. */
const CUT_SHORT_MS = 100;

/** Longer than other requests wait: a large answer takes tens of milliseconds, and few wait at a time. */
const MOST_WAIT_MS = 1_500;

interface Waiting {
  readonly likelyBytes: number;
  resolve(answer: MadeAnswer): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly waiting: Map<number, Waiting>;
  /** The same ids, in the order in which the thread takes them. */
  readonly line: WaitingLine<number>;
  isReady: boolean;
  /** Resolves when the thread is ready or has ended. */
  readonly started: Promise<void>;
  readonly endStart: () => void;
}

export class AnswerThreads {
  readonly #file: URL;
  readonly #settings: ThreadSettings;
  readonly #most: number;
  readonly #countCores: () => number;
  readonly #pool = new BufferPool(SPARE_BYTES);
  #threads: readonly Thread[] = [];
  #isClosed = false;
  #lastId = 0;
  #unsentBytes = 0;

  /** Makes at most `most` threads, each running `file`, with at most one at work on each core. */
  constructor(
    file: URL,
    settings: ThreadSettings,
    most: number,
    countCores: () => number = countCurrentCores,
  ) {
    this.#file = file;
    this.#settings = settings;
    this.#most = most;
    this.#countCores = countCores;
  }

  /**
   * The most threads at work. Two on one core alternate every few milliseconds, and the server waits for
   * both: the p99 of small requests was 5.6 ms with two and 2.2 with one, which made as many large answers.
   * Cores are counted again each second, as a process can be moved.
   */
  get #mostAtWork(): number {
    return Math.min(this.#most, this.#countCores());
  }

  /** The bytes of answers that are made and not yet sent, and about those of answers that are being made. */
  get unsentBytes(): number {
    return this.#unsentBytes;
  }

  /** Resolves when a thread can take orders, or when the first of those that start has ended instead. */
  async whenReady(): Promise<void> {
    if (this.#threads.some(({ isReady }) => isReady)) return;
    this.#start();
    const [starting] = this.#threads;
    await starting?.started;
  }

  /**
   * Has a thread make an answer. Returns undefined if none can begin now; then the caller makes it. Rejects
   * with a refusal if the answer would wait too long for others. `likelyBytes` count as unsent until the
   * answer is made, so that a crowd does not order more than can be kept. The thread compresses the answer if
   * a coding is given.
   */
  make(
    order: AnswerOrder,
    likelyBytes = 0,
    coding?: Coding | undefined,
  ): Promise<MadeAnswer> | undefined {
    const [idlest] = this.#threads
      .slice(0, this.#mostAtWork)
      .filter(({ isReady }) => isReady)
      .sort((a, b) => a.waiting.size - b.waiting.size);
    const isStarting = this.#threads.some(({ isReady }) => !isReady);
    if ((!idlest || idlest.waiting.size > 0) && !isStarting) this.#start();
    if (!idlest || this.#unsentBytes > MOST_UNSENT_BYTES) return undefined;
    const id = ++this.#lastId;
    if (!idlest.line.join(id, performance.now())) return Promise.reject(busyRefusal());
    this.#unsentBytes += likelyBytes;
    return new Promise((resolve, reject) => {
      idlest.waiting.set(id, { resolve, reject, likelyBytes });
      const lent = this.#pool.take(likelyBytes || UNKNOWN_BYTES);
      const message: Order = { id, order, likelyBytes, lent, coding };
      idlest.port.postMessage(message, lent ? [lent] : []);
    });
  }

  /** Ends the threads, even those at work. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #start(): void {
    if (this.#isClosed || this.#threads.length >= this.#mostAtWork) return;
    const { port1: port, port2: theirs } = new MessageChannel();
    const worker = new Worker(this.#file, {
      workerData: { ...this.#settings, port: theirs } satisfies ThreadStart,
      transferList: [theirs],
    });
    const line = new WaitingLine<number>(MOST_WAIT_MS);
    const { promise: started, resolve: endStart } = Promise.withResolvers<void>();
    const start = { isReady: false, started, endStart };
    const thread: Thread = { worker, port, waiting: new Map(), line, ...start };
    this.#threads = [...this.#threads, thread];
    port.on('message', (message: FromThread) => this.#receive(thread, message));
    let cause: unknown;
    worker.once('error', (error) => {
      cause = error;
    });
    worker.once('exit', () => {
      this.#threads = this.#threads.filter((each) => each !== thread);
      endStart();
      const lost = new ThreadLost('the thread that makes large answers ended', { cause });
      for (const { reject, likelyBytes } of thread.waiting.values()) {
        this.#unsentBytes -= likelyBytes;
        reject(lost);
      }
    });
    // A thread does not keep the process alive.
    worker.unref();
    port.unref();
  }

  #receive(thread: Thread, message: FromThread): void {
    if (message === 'ready') {
      thread.isReady = true;
      thread.endStart();
      return;
    }
    const { resolve, reject, likelyBytes } = thread.waiting.get(message.id)!;
    thread.waiting.delete(message.id);
    this.#unsentBytes -= likelyBytes;
    thread.line.next(performance.now());
    if ('memory' in message) resolve(this.#madeIn(message));
    else reject(errorOf(message));
  }

  #madeIn({ memory, length, coding, spare }: FromOrder): MadeAnswer {
    this.#unsentBytes += length;
    if (spare) this.#pool.giveBack(spare);
    return {
      bytes: Buffer.from(memory, 0, length),
      coding,
      release: (isSent) => {
        const end = () => {
          this.#unsentBytes -= length;
          // The memory of a compressed answer is as long as the answer, and fits no other.
          if (isSent && !coding) this.#pool.giveBack(memory);
          // Left to the collector, 60 MB and more would wait for it.
          else memory.transfer(0);
        };
        // An answer that was cut short counts until its memory is free: others would be made beside it.
        if (isSent) end();
        else setTimeout(end, CUT_SHORT_MS).unref();
      },
    };
  }
}

export type Failure = Exclude<FromThread, string | { memory: ArrayBuffer }>;

export const errorOf = ({ message, fault, code }: Failure): Error =>
  code === undefined ? new ERRORS[fault](message) : new Refusal(code, message);

/** How long a count of cores holds: asking the system takes 60 µs. */
const COUNT_HOLDS_MS = 1_000;

let cores = 0;
let countedAt = Number.NEGATIVE_INFINITY;

/** The cores that this process may use now. */
function countCurrentCores(): number {
  const now = performance.now();
  if (now - countedAt >= COUNT_HOLDS_MS) {
    cores = availableParallelism();
    countedAt = now;
  }
  return cores;
}
