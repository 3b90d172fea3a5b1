// The server's own figures, as plain numbers that count from the start. What writes them for Prometheus is loaded
// when they are first read.

import type { MaybePromise } from '#core/maybe-promise';
import type { Figure, Sample } from '#http/figures/merge-figures';

type Labels = Sample['labels'];

/** A metric that is read when figures are asked for. */
export interface ReadableMetric {
  readonly name: string;
  get(): Promise<Figure>;
}

export interface Gauge {
  readonly name: string;
  readonly help: string;
  /** Reads the samples. Undefined if they are not known now: the ones before are shown. */
  read(): MaybePromise<readonly Sample[] | undefined>;
  /** Whether every process of a server reads the same, so that it is shown once. */
  readonly isShared?: boolean;
}

/** A gauge of a state that several gauges show. */
export interface StateGauge<State> extends Pick<Gauge, 'name' | 'help'> {
  of(state: State): number;
}

export const sampleOf = (value: number, labels: Labels = {}): Sample => ({ labels, value });

/**
 * Gauges are read together, and share one reading of the store. If it does not answer, the reading is
 * undefined: /readyz says so, and the other figures are still shown.
 */
export function sharedReading<State>(read: () => Promise<State>): () => Promise<State | undefined> {
  let reading: Promise<State | undefined> | undefined;
  return () =>
    (reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      }));
}

export class OwnFigures {
  readonly #metrics: ReadableMetric[] = [];

  get metrics(): readonly ReadableMetric[] {
    return this.#metrics;
  }

  add(...metrics: readonly ReadableMetric[]): void {
    this.#metrics.push(...metrics);
  }

  /** Adds a counter, and returns what counts one. */
  addCounter(name: string, help: string): () => void {
    let count = 0;
    const values = () => [sampleOf(count)];
    this.add({ name, get: async () => ({ name, help, type: 'counter', values: values() }) });
    return () => {
      count++;
    };
  }

  /** Adds a counter with one label, and returns what counts one of a label's value. */
  addCounterBy(label: string, name: string, help: string): (value: string) => void {
    const counts = new Map<string, number>();
    const values = () =>
      Array.from(counts, ([value, count]) => sampleOf(count, { [label]: value }));
    this.add({ name, get: async () => ({ name, help, type: 'counter', values: values() }) });
    return (value) => {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    };
  }

  addGauge({ name, help, read, isShared = false }: Gauge): void {
    let values: readonly Sample[] = [];
    const aggregator = isShared ? 'first' : 'sum';
    const get = async (): Promise<Figure> => {
      values = (await read()) ?? values;
      return { name, help, type: 'gauge', aggregator, values };
    };
    this.add({ name, get });
  }

  /** Adds gauges of one state of the store, which every process reads the same. 0 until it is known. */
  addStateGauges<State>(
    readState: () => Promise<State>,
    gauges: readonly StateGauge<State>[],
  ): void {
    const readOnce = sharedReading(readState);
    for (const { name, help, of } of gauges) {
      let value = 0;
      const read = async () => {
        const state = await readOnce();
        if (state !== undefined) value = of(state);
        return [sampleOf(value)];
      };
      this.addGauge({ name, help, read, isShared: true });
    }
  }
}
