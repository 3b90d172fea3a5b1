// The time that each stage of a request takes, for the Server-Timing header.

import type { MaybePromise } from '#core/maybe-promise';

/** The header of an answer that took no time. */
export const EMPTY_TIMING = 'total;dur=0';

export class Stopwatch {
  readonly #startedAt = performance.now();
  /** The stages so far, each with the comma that the next one needs: `auth;dur=0.1, `. */
  #stages = '';

  /** Times one stage, even if it fails. */
  time<T>(stage: string, work: () => MaybePromise<T>): MaybePromise<T> {
    const startedAt = performance.now();
    const end = (): void => {
      this.#stages += `${stage};dur=${hundredths(performance.now() - startedAt)}, `;
    };
    let result: MaybePromise<T>;
    try {
      result = work();
    } catch (error) {
      end();
      throw error;
    }
    if (result instanceof Promise) return result.finally(end);
    end();
    return result;
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** Returns the header: `auth;dur=0.1, read;dur=2.3, total;dur=2.6`. */
  toString(): string {
    return `${this.#stages}total;dur=${hundredths(this.elapsedMs)}`;
  }
}

/** Milliseconds with two decimals. `toFixed` takes five times as long. */
function hundredths(ms: number): string {
  const count = Math.round(ms * 100);
  const rest = count % 100;
  return `${(count - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`;
}
