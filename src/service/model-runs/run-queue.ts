// Stores the runs of a task some at a time. Each commit makes a server look again at all that it keeps ready to send: a
// commit for every run would slow one request in twenty.

import type { Clock } from '#core/time/instant';
import { type PendingRun, type RunOutcome, writeRuns } from '#service/model-runs/run-model';
import type { Store } from '#store/store';

/** The least time between two commits, and the most runs of one. */
const WRITE_EVERY_MS = 10_000;
const MOST_RUNS = 64;

export class RunQueue {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #onEnd: (outcome: RunOutcome) => void;
  readonly #onFault: (target: PendingRun['request'], error: unknown) => void;
  #waiting: PendingRun[] = [];
  #writtenAt = performance.now();

  constructor(
    store: Store,
    clock: Clock,
    onEnd: (outcome: RunOutcome) => void,
    onFault: (target: PendingRun['request'], error: unknown) => void,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#onEnd = onEnd;
    this.#onFault = onFault;
  }

  /** Adds a run, and stores all if the last commit was long enough ago. */
  async push(run: PendingRun): Promise<void> {
    this.#waiting.push(run);
    const isDue = performance.now() - this.#writtenAt >= WRITE_EVERY_MS;
    if (isDue || this.#waiting.length >= MOST_RUNS) await this.flush();
  }

  /** Stores all runs. If they cannot be stored together, each is stored by itself, so that one can fail alone. */
  async flush(): Promise<void> {
    const runs = this.#waiting;
    this.#waiting = [];
    if (runs.length > 0 && !(await this.#write(runs, runs.length === 1))) {
      for (const run of runs) await this.#write([run], true);
    }
    this.#writtenAt = performance.now();
  }

  async #write(runs: readonly PendingRun[], isLastTry: boolean): Promise<boolean> {
    try {
      for (const outcome of await writeRuns(this.#store, runs, this.#clock)) this.#onEnd(outcome);
      return true;
    } catch (error) {
      if (isLastTry) this.#onFault(runs[0]!.request, error);
      return isLastTry;
    }
  }
}
