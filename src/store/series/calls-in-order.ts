// Runs calls one after the other, in the order they came, even if they are not awaited.

export class CallsInOrder {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Resolves when no call is running any more, whether it succeeded or failed. */
  async settle(): Promise<void> {
    let awaited: Promise<unknown> | undefined;
    while (awaited !== this.#last) {
      awaited = this.#last;
      await awaited;
    }
  }
}
