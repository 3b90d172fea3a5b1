// A Parquet file as a table that a thread decodes, so that decoding and storing share the time.

import { Worker } from 'node:worker_threads';
import { BatchReader, type FromTableThread, unpackFault } from '#importers/table-messages';
import type { Table, TableBatch } from '#importers/tables/table';

/**
 * The most batches that the thread may be ahead, some 20 MB: more than are stored at a time, so that it
 * does not wait for that.
 */
const AHEAD = 40;

/** Opens a file; throws an ImportFault if it is none of Parquet. `onRead` gets the bytes that were read so far. */
export async function openParquetApart(
  path: string,
  onRead: (bytes: number) => void,
): Promise<Table> {
  const thread = new DecodingThread(path);
  try {
    const head = await thread.next();
    if (!('names' in head)) throw new Error('the thread sends rows before their names');
    const batches = readBatches(thread, onRead);
    return { ...head, headLine: undefined, batches, close: () => thread.close() };
  } catch (error) {
    await thread.close();
    throw error;
  }
}

async function* readBatches(
  thread: DecodingThread,
  onRead: (bytes: number) => void,
): AsyncGenerator<TableBatch> {
  const reader = new BatchReader();
  for (;;) {
    const message = await thread.next();
    if (!('batch' in message)) return;
    thread.allow(1);
    onRead(message.batch.readBytes);
    yield reader.unpack(message.batch);
  }
}

class DecodingThread {
  readonly #worker: Worker;
  readonly #waiting: (FromTableThread | Error)[] = [];
  #wake = (): void => {};

  constructor(path: string) {
    const file = new URL(import.meta.resolve('#importers/table-worker'));
    this.#worker = new Worker(file, { workerData: { path } });
    const add = (message: FromTableThread | Error): void => {
      this.#waiting.push(message);
      this.#wake();
    };
    this.#worker.on('message', add).on('error', add);
    this.#worker.once('exit', () => add(new Error('the thread that decodes Parquet ended')));
    this.allow(AHEAD);
  }

  /** Lets the thread send more batches. */
  allow(batches: number): void {
    this.#worker.postMessage(batches);
  }

  /** The next message; throws the fault that the thread met. */
  async next(): Promise<Exclude<FromTableThread, { fault: unknown }>> {
    while (this.#waiting.length === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    const message = this.#waiting.shift()!;
    if (message instanceof Error) throw message;
    if ('fault' in message) throw unpackFault(message.fault);
    return message;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
