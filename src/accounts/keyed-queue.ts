// Work under the same key is done one piece after the other, first come first served.

export class KeyedQueue {
  /** The end of the last piece of each key. */
  readonly #ends = new Map<string, Promise<void>>();

  /** How many keys have work. */
  get size(): number {
    return this.#ends.size;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#ends.get(key);
    const done = Promise.withResolvers<void>();
    this.#ends.set(key, done.promise);
    await before;
    try {
      return await work();
    } finally {
      done.resolve();
      if (this.#ends.get(key) === done.promise) this.#ends.delete(key);
    }
  }
}
