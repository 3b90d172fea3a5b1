// A histogram as plain numbers: how many durations fell below each edge, and their sum.

import type { Sample } from '#http/figures/merge-figures';

export class Times {
  readonly #edges: readonly number[];
  /** Durations between each edge and the one before; the last element is those above all edges. */
  readonly #byEdge: Float64Array;
  #seconds = 0;

  /** `edges` are the upper edges, in seconds. */
  constructor(edges: readonly number[]) {
    this.#edges = edges;
    this.#byEdge = new Float64Array(edges.length + 1);
  }

  observe(seconds: number): void {
    let edge = 0;
    while (edge < this.#edges.length && seconds > this.#edges[edge]!) edge++;
    this.#byEdge[edge]!++;
    this.#seconds += seconds;
  }

  /** The samples of a histogram of this name. */
  samples(name: string, labels: Sample['labels']): Sample[] {
    let count = 0;
    const buckets = [...this.#edges, '+Inf'].map((le, edge) => {
      count += this.#byEdge[edge]!;
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#seconds },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}
