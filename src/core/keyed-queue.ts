// Runs tasks of the same name one after the other, in the order they came. Tasks of other names do not wait.

export class KeyedQueue {
  /** Resolves when the last task of a name has ended. */
  readonly #ends = new Map<string, Promise<void>>();

  /** How many names have a task waiting or running. */
  get size(): number {
    return this.#ends.size;
  }

  async run<T>(name: string, task: () => Promise<T>): Promise<T> {
    const before = this.#ends.get(name);
    const done = Promise.withResolvers<void>();
    this.#ends.set(name, done.promise);
    await before;
    try {
      return await task();
    } finally {
      done.resolve();
      if (this.#ends.get(name) === done.promise) this.#ends.delete(name);
    }
  }
}
