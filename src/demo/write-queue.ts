// Gathers writes into transactions of a moderate size: each waits for the disk once, and none delays other
// work for long.

import type { Instant } from '#core/time/instant';
import type { IndexSpan } from '#core/time/span';
import type { SimpleRun } from '#demo/simple-runs';
import type { SeriesKey } from '#store/series-record';
import type { SeriesWriter } from '#store/series-store';
import type { Store } from '#store/store';

const MAX_POINTS = 120_000;
const MAX_WRITES = 128;

type Write = (writer: SeriesWriter) => Promise<void>;

export class WriteQueue {
  /** The number of points and of runs that were added or changed so far. */
  points = 0;
  runs = 0;

  readonly #store: Store;
  readonly #onProgress: (done: number, total: number) => void;
  #writes: Write[] = [];
  #waiting = 0;
  #done = 0;
  #total = 0;

  constructor(store: Store, onProgress: (done: number, total: number) => void) {
    this.#store = store;
    this.#onProgress = onProgress;
  }

  /** Adds expected work to the progress: points and runs count one each. */
  expect(
    lacks: readonly { readonly span: IndexSpan; readonly runsAt: readonly Instant[] }[],
  ): void {
    for (const { span, runsAt } of lacks) this.#total += span.end - span.start + runsAt.length;
  }

  /** Adds consecutive values that became known at `recordedAt`. */
  async addPoints(
    seriesKey: SeriesKey,
    firstIndex: number,
    values: Float64Array,
    recordedAt: Instant,
  ): Promise<void> {
    const indices = new Int32Array(values.length);
    for (let i = 0; i < indices.length; i++) indices[i] = firstIndex + i;
    await this.#add(values.length, async (writer) => {
      const counts = await writer.writePoints(seriesKey, indices, values, recordedAt);
      this.points += counts.added + counts.changed;
    });
  }

  /** Adds a run that became known at `recordedAt`. */
  async addRun(seriesKey: SeriesKey, made: SimpleRun, recordedAt: Instant): Promise<void> {
    const { run, bands } = made;
    await this.#add(1, async (writer) => {
      const outcome = await writer.writeRun(seriesKey, run, recordedAt, undefined, bands);
      if (outcome !== 'same') this.runs++;
    });
  }

  async #add(size: number, write: Write): Promise<void> {
    this.#writes.push(write);
    this.#waiting += size;
    if (this.#waiting >= MAX_POINTS || this.#writes.length >= MAX_WRITES) await this.flush();
  }

  async flush(): Promise<void> {
    const writes = this.#writes;
    if (writes.length === 0) return;
    this.#writes = [];
    await this.#store.write(async (writer) => {
      for (const write of writes) await write(writer);
    });
    this.#done += this.#waiting;
    this.#waiting = 0;
    this.#onProgress(Math.min(this.#done, this.#total), this.#total);
  }
}
