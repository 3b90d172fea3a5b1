// Programs that write hour after hour to a server that will be killed. What was answered with 200 counts
// as acknowledged; all else is sent again, under the same Idempotency-Key.

import { setTimeout as sleep } from 'node:timers/promises';
import { BATCH, hourText, WRITERS, writtenCode, writtenValue } from './written-store.ts';

export interface WriteSeen {
  readonly writer: number;
  readonly batch: number;
  readonly status: number;
  readonly type: string;
  /** Empty if the connection broke behind the head. */
  readonly body: string;
}

export interface WriterOptions {
  /** Told of every answer. */
  readonly onAnswer?: (answer: WriteSeen) => void;
  /** Told of every write whose connection broke before there was an answer. */
  readonly onBreak?: (writer: number, batch: number) => void;
  /** How long a writer waits that was refused; 0 unless told. */
  readonly pauseMs?: number;
  /** How long a writer waits after a write that was acknowledged; 0 unless told. */
  readonly paceMs?: number;
}

export class OperatorWriters {
  readonly #url: string;
  readonly #key: string;
  /** Changed as writes are acknowledged. */
  readonly #batches: number[];
  readonly #faults: string[];
  readonly #options: WriterOptions;
  readonly #done: Promise<unknown>;
  #isOver = false;

  constructor(
    url: string,
    key: string,
    batches: number[],
    faults: string[],
    options: WriterOptions = {},
  ) {
    this.#url = url;
    this.#key = key;
    this.#batches = batches;
    this.#faults = faults;
    this.#options = options;
    this.#done = Promise.all(Array.from({ length: WRITERS }, (_, writer) => this.#write(writer)));
  }

  /** What is under way is waited for, unless the server is dead. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#done;
  }

  async #write(writer: number): Promise<void> {
    while (!this.#isOver) {
      const status = await this.#send(writer, this.#batches[writer]!);
      if (status === 200) this.#batches[writer]!++;
      // An import may hold the store for longer than a writer is let wait.
      else if (status !== 503 && status !== undefined)
        this.#faults.push(`a write was answered with ${status}`);
      if (status === undefined) return;
      const waitMs = status === 200 ? this.#options.paceMs : this.#options.pauseMs;
      if (waitMs) await sleep(waitMs);
    }
  }

  /** Undefined if the connection broke. The head says that it is done: a cut body does not matter. */
  async #send(writer: number, batch: number): Promise<number | undefined> {
    const first = batch * BATCH;
    try {
      const response = await fetch(
        `${this.#url}/api/operator/series/${writtenCode(writer)}/values`,
        {
          method: 'POST',
          headers: {
            authorization: `Bearer ${this.#key}`,
            'content-type': 'application/json',
            'idempotency-key': `${writtenCode(writer)}-${batch}`,
          },
          body: JSON.stringify({
            start: hourText(first),
            values: Array.from({ length: BATCH }, (_, i) => writtenValue(writer, first + i)),
          }),
        },
      );
      const body = await response.text().catch(() => '');
      const { status, headers } = response;
      const type = headers.get('content-type') ?? '';
      this.#options.onAnswer?.({ writer, batch, status, type, body });
      return status;
    } catch {
      this.#options.onBreak?.(writer, batch);
      return undefined;
    }
  }
}
