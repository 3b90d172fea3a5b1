// Whether one connection has been asking large questions alone for a while. Then nobody waits while its
// answer is made here, and a thread, with the way there and back, would take half as long again.

const WHILE_MS = 25;

export class SoleCaller {
  #latest: object | undefined;
  #otherAt = Number.NEGATIVE_INFINITY;

  /** To be told of every large question and the connection it came on. */
  isAlone(connection: object, nowMs: number): boolean {
    if (connection !== this.#latest) {
      if (this.#latest !== undefined) this.#otherAt = nowMs;
      this.#latest = connection;
    }
    return nowMs - this.#otherAt >= WHILE_MS;
  }
}
