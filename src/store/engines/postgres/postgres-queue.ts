// The callers that wait for a connection while all are lent out, in the order they came.

import type pg from 'pg';
import type { PostgresLiveness } from '#store/engines/postgres/postgres-liveness';
import { StoreUnavailable } from '#store/store';

interface Waiting {
  resolve(client: pg.Client | undefined): void;
  reject(error: Error): void;
}

export class PostgresQueue {
  readonly #liveness: PostgresLiveness;
  readonly #waitMs: number;
  readonly #waiting = new Set<Waiting>();

  constructor(liveness: PostgresLiveness, waitMs: number) {
    this.#liveness = liveness;
    this.#waitMs = waitMs;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** Resolves to a connection, or to undefined if the caller may make one. */
  async join(): Promise<pg.Client | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<pg.Client | undefined>();
    const waiting: Waiting = { resolve, reject };
    const timer = setTimeout(
      () => this.#refuse(waiting, 'All connections to the store are in use.'),
      this.#waitMs,
    );
    const end = this.#liveness.begin(() =>
      this.#refuse(waiting, 'The store’s server does not answer.'),
    );
    this.#waiting.add(waiting);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      end();
    }
  }

  /** Serves the caller that waits longest; false if none waits. */
  serve(client?: pg.Client): boolean {
    const [first] = this.#waiting;
    if (!first) return false;
    this.#waiting.delete(first);
    first.resolve(client);
    return true;
  }

  refuseAll(message: string): void {
    for (const waiting of this.#waiting) this.#refuse(waiting, message);
  }

  /** Refuses a caller, unless it was served already. */
  #refuse(waiting: Waiting, message: string): void {
    if (this.#waiting.delete(waiting)) waiting.reject(new StoreUnavailable(message));
  }
}
