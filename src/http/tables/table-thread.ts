// The server's side of the thread that makes tables (serve/table-worker.ts). It starts with the first table and ends
// when none was wanted for a minute, with its memory and its connection to the store.

import { Worker } from 'node:worker_threads';
import { errorOf, type Failure } from '#http/answer/answer-threads';
import type { ThreadSettings } from '#http/answer/thread-messages';
import type { MadeTable } from '#http/tables/make-table';
import type { MakesTables } from '#http/tables/table-files';
import type { TableOrder } from '#service/tables/settle-table';

const IDLE_MS = 60_000;

export interface TableThreadSettings extends ThreadSettings {
  readonly spool: { readonly folder: string; readonly mostBytes: number };
}

/** What the thread answers to an order. */
export type TableEnd = { readonly made: MadeTable } | Failure;

/** Orders come one after the other (table-files.ts). */
export class TableThread implements MakesTables {
  readonly #file: URL;
  readonly #settings: TableThreadSettings;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(file: URL, settings: TableThreadSettings) {
    this.#file = file;
    this.#settings = settings;
  }

  async make(order: TableOrder): Promise<MadeTable> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    try {
      const end = await answerOf(worker, order);
      if ('made' in end) return end.made;
      throw errorOf(end);
    } finally {
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#file, { workerData: this.#settings });
    // `make` reports a thread that broke. Without an order it must not end the server.
    worker.on('error', () => {});
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    worker.unref();
    return worker;
  }
}

function answerOf(worker: Worker, order: TableOrder): Promise<TableEnd> {
  const { promise, resolve, reject } = Promise.withResolvers<TableEnd>();
  const onExit = (): void => reject(new Error('the thread that makes tables ended'));
  worker.once('message', resolve).once('error', reject).once('exit', onExit);
  worker.postMessage(order);
  return promise.finally(() => {
    worker.off('message', resolve).off('error', reject).off('exit', onExit);
  });
}
