// The server's side of the threads that make large answers (answer-worker.ts), so that small requests
// do not wait while ten years are read and written: their p99 beside such answers was 19 times the one
// alone, and with both cores at work twice as many are made. Threads start when they are first wanted.

import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { AnswerOrder } from '#http/answer/answer-order';
import { busyRefusal } from '#http/answer/busy-refusal';
import type { MadeAnswer } from '#http/answer/send-bytes';
import { WaitingLine } from '#http/answer/waiting-line';
import { StoreUnavailable } from '#store/store';

export interface ThreadSettings {
  readonly storeUrl: string;
  readonly storeReadUrls?: readonly string[];
  /** Memory that each thread may keep between answers. */
  readonly spareBytes?: number;
  readonly zoneName: string;
}

/** What a thread begins with. */
export interface ThreadStart extends ThreadSettings {
  /** Where it is told what to make, and where it hands over what it made. */
  readonly port: MessagePort;
}

/** To a thread: an answer to make, or memory that it may use again. */
export type ToThread =
  | { readonly id: number; readonly order: AnswerOrder }
  | { readonly memory: ArrayBuffer };

/** From a thread: ready to work; an answer in the first `length` bytes of `memory`; or what went wrong. */
export type FromThread =
  | 'ready'
  | { readonly id: number; readonly memory: ArrayBuffer; readonly length: number }
  | { readonly id: number; readonly message: string; readonly isUnavailable: boolean };

/** The thread that should have made an answer ended by itself. */
export class ThreadLost extends Error {}

/**
 * Bytes made and not yet sent. Slow readers would otherwise fill the memory: beyond this, answers are
 * made in the server's own thread, piece by piece as they are read.
 */
const MOST_BYTES_HELD = 128 * 2 ** 20;

/** A little longer than others wait: an answer takes tens of milliseconds, and few wait at a time. */
const MOST_WAIT_MS = 1_500;

interface Waiting {
  resolve(answer: MadeAnswer): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly waiting: Map<number, Waiting>;
  /** The same, in the order in which the thread takes them. */
  readonly line: WaitingLine<number>;
  isReady: boolean;
}

export class AnswerThreads {
  readonly #file: URL;
  readonly #settings: ThreadSettings;
  readonly #most: number;
  readonly #countCores: () => number;
  #threads: readonly Thread[] = [];
  #isClosed = false;
  #lastId = 0;
  #bytesHeld = 0;

  /** At most so many threads, each running `file`, and no more of them at work than there are cores. */
  constructor(
    file: URL,
    settings: ThreadSettings,
    most: number,
    countCores: () => number = availableParallelism,
  ) {
    this.#file = file;
    this.#settings = settings;
    this.#most = most;
    this.#countCores = countCores;
  }

  /**
   * Two threads on one core take turns of some milliseconds, and the server's own work waits for both: the p99
   * of small requests was 5.6 ms so, and 2.2 beside one thread, which made as many large answers. Counted
   * each time, as a process can be moved.
   */
  get #mostAtWork(): number {
    return Math.min(this.#most, this.#countCores());
  }

  /** Answers under way or not yet sent. */
  get bytesHeld(): number {
    return this.#bytesHeld;
  }

  /**
   * Has an answer made; undefined where that cannot begin now, and is better done by whoever asks.
   * Refuses where others wait already and it would take too long.
   */
  make(order: AnswerOrder): Promise<MadeAnswer> | undefined {
    const [idlest] = this.#threads
      .slice(0, this.#mostAtWork)
      .filter(({ isReady }) => isReady)
      .sort((a, b) => a.waiting.size - b.waiting.size);
    const isStarting = this.#threads.some(({ isReady }) => !isReady);
    if ((!idlest || idlest.waiting.size > 0) && !isStarting) this.#start();
    if (!idlest || this.#bytesHeld > MOST_BYTES_HELD) return undefined;
    const id = ++this.#lastId;
    if (!idlest.line.join(id, performance.now())) return Promise.reject(busyRefusal());
    return new Promise((resolve, reject) => {
      idlest.waiting.set(id, { resolve, reject });
      idlest.port.postMessage({ id, order } satisfies ToThread);
    });
  }

  /** Ends the threads, whatever they do. */
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
    const thread: Thread = { worker, port, waiting: new Map(), line, isReady: false };
    this.#threads = [...this.#threads, thread];
    port.on('message', (message: FromThread) => this.#receive(thread, message));
    let cause: unknown;
    worker.once('error', (error) => {
      cause = error;
    });
    worker.once('exit', () => {
      this.#threads = this.#threads.filter((each) => each !== thread);
      const lost = new ThreadLost('the thread that makes large answers ended', { cause });
      for (const { reject } of thread.waiting.values()) reject(lost);
    });
    // A thread must not keep a server alive that is done.
    worker.unref();
    port.unref();
  }

  #receive(thread: Thread, message: FromThread): void {
    if (message === 'ready') {
      thread.isReady = true;
      return;
    }
    const { resolve, reject } = thread.waiting.get(message.id)!;
    thread.waiting.delete(message.id);
    thread.line.next(performance.now());
    if ('memory' in message) resolve(this.#hold(thread, message.memory, message.length));
    else
      reject(
        message.isUnavailable ? new StoreUnavailable(message.message) : new Error(message.message),
      );
  }

  #hold({ port }: Thread, memory: ArrayBuffer, length: number): MadeAnswer {
    this.#bytesHeld += length;
    return {
      bytes: Buffer.from(memory, 0, length),
      release: (isSent) => {
        this.#bytesHeld -= length;
        // Of an answer that was cut short the system may still hold the bytes: those are not used again.
        if (!isSent) return;
        // Telling the thread takes 0.03 ms, for which no answer need wait.
        setImmediate(() => port.postMessage({ memory } satisfies ToThread, [memory]));
      },
    };
  }
}
