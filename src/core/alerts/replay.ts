// What a rule would have done: judgements in the order of time become firings.

import type { Finding } from '#core/alerts/judge';
import type { Instant } from '#core/time/instant';
import type { IndexSpan } from '#core/time/span';

export interface Judgement {
  readonly at: Instant;
  readonly finding: Finding | undefined;
}

/** One time that a rule would have fired. */
export interface Firing {
  readonly firedAt: Instant;
  /** Null: it would still fire at the end. */
  readonly resolvedAt: Instant | null;
  /** The intervals that fulfilled the condition in the meantime. */
  readonly indices: IndexSpan;
}

/** Between two judgements nothing changes, so that a wait ends at its own time and not with the next judgement. */
export class Replay {
  readonly firings: Firing[] = [];
  readonly #waitMs: number;
  #open: { since: Instant; start: number; end: number } | undefined;

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** Takes the next judgement. */
  judge({ at, finding }: Judgement): void {
    if (finding) {
      const { start, end } = finding.indices;
      this.#open ??= { since: at, start, end };
      this.#open.start = Math.min(this.#open.start, start);
      this.#open.end = Math.max(this.#open.end, end);
    } else this.#close(at, at);
  }

  /** Ends the replay at an instant. */
  end(at: Instant): readonly Firing[] {
    this.#close(at, null);
    return this.firings;
  }

  #close(at: Instant, resolvedAt: Instant | null): void {
    if (!this.#open) return;
    const { since, start, end } = this.#open;
    const firedAt = since + this.#waitMs;
    // A judgement at the very end of the wait comes too late to keep the rule from firing.
    if (firedAt < at || this.#waitMs === 0) {
      this.firings.push({ firedAt, resolvedAt, indices: { start, end } });
    }
    this.#open = undefined;
  }
}
