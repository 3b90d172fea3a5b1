// The store's version, read once a turn of the event loop: reading it takes 5 to 10 of a repeated request's 40 µs.

import { performance } from 'node:perf_hooks';
import type { SeriesReader } from '#store/series-store';

const { nodeTiming } = performance;

export class TurnVersion {
  readonly #store: Pick<SeriesReader, 'dataVersion'>;
  #version: number | undefined;
  /** The turn in which the version was read. */
  #turn = Number.NaN;
  #events = Number.NaN;

  constructor(store: Pick<SeriesReader, 'dataVersion'>) {
    this.#store = store;
  }

  /**
   * The requests of a turn arrived before the version was read, apart from pipelined ones, for which it is
   * forgotten.
   */
  read(): number | undefined {
    const { loopCount, events } = nodeTiming.uvMetricsInfo;
    if (loopCount !== this.#turn || events !== this.#events) this.#version = undefined;
    this.#turn = loopCount;
    this.#events = events;
    this.#version ??= this.#store.dataVersion?.();
    return this.#version;
  }

  /** Has the version read again: the next request may have been sent after the last reading. */
  forget(): void {
    this.#version = undefined;
  }
}
