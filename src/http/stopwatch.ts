// How long each stage of a request took: the Server-Timing header.

export class Stopwatch {
  readonly #startedAt = performance.now();
  readonly #stages: [name: string, ms: number][] = [];

  /** Times one stage. */
  async time<T>(stage: string, work: Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await work;
    } finally {
      this.#stages.push([stage, performance.now() - startedAt]);
    }
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** `auth;dur=0.1, read;dur=2.3, total;dur=2.6` */
  toString(): string {
    return [...this.#stages, ['total', this.elapsedMs] as const]
      .map(([name, ms]) => `${name};dur=${ms.toFixed(2)}`)
      .join(', ');
  }
}
