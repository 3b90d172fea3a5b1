// The figures of all workers, collected by the first process when one of them is asked for /metrics. The
// counts of a worker that ended are kept, so that no counter goes back.

import { type Figure, leaveFigures, mergeFigures } from '#http/figures/merge-figures';
import type { FromWorker, ToWorker } from '#serve/messages';

/** A worker that does not answer for this long is shown with its last figures. */
const WAIT_MS = 1_000;

/** A worker, as far as figures need it. */
export interface FigureTeller {
  readonly number: number;
  send(message: ToWorker): void;
}

interface Told {
  readonly worker: number;
  readonly figures: readonly Figure[];
}

export class WorkersFigures {
  readonly #told = new Map<FigureTeller, readonly Figure[]>();
  readonly #asked = new Map<number, () => void>();
  #ofEnded: readonly Figure[] = [];
  #lastId = 0;

  /** The figures of these workers and of those that ended. */
  async collect(tellers: readonly FigureTeller[]): Promise<Figure[]> {
    await Promise.all(tellers.map((teller) => this.#ask(teller)));
    const told: Told[] = [];
    for (const teller of tellers) {
      const figures = this.#told.get(teller);
      if (figures) told.push({ worker: teller.number, figures });
    }
    return mergeFigures(told, this.#ofEnded);
  }

  /** Takes a worker's answer. */
  receive(teller: FigureTeller, { id, figures }: FromWorker & { kind: 'own-figures' }): void {
    this.#told.set(teller, figures);
    this.#asked.get(id)?.();
  }

  /** Keeps the last figures of a worker that has ended. */
  leave(teller: FigureTeller): void {
    const figures = this.#told.get(teller);
    this.#told.delete(teller);
    if (figures) this.#ofEnded = leaveFigures(this.#ofEnded, figures);
  }

  #ask(teller: FigureTeller): Promise<void> {
    const id = ++this.#lastId;
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, WAIT_MS);
      this.#asked.set(id, () => {
        clearTimeout(timer);
        resolve();
      });
      teller.send({ kind: 'tell-figures', id });
    }).then(() => {
      this.#asked.delete(id);
    });
  }
}
