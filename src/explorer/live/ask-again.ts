// Asks again for the views that changes concern: quietly, at most once a second, one after the other, and not
// while a person is at work on the page.

import type { EventRecord } from '#contract/changes';
import { concerns, isLive } from '#explorer/live/concerns.ts';
import { areHandsOn } from '#explorer/live/hands-on.ts';
import { type AskView, shownViews } from '#explorer/state/live-scope.tsx';

const LEAST_MS = 1_000;
/** The wait before the page is looked at again. */
const LOOK_MS = 200;

export class AskAgain {
  readonly #waiting = new Map<AskView, readonly EventRecord[]>();
  readonly #onAsked: (news: readonly EventRecord[]) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  /** Whether the page waits for an answer: a request that is repeated too soon would never be answered. */
  isLoading = false;

  constructor(onAsked: (news: readonly EventRecord[]) => void) {
    this.#onAsked = onAsked;
  }

  onNews(events: readonly EventRecord[]): void {
    for (const [ask, view] of shownViews) {
      const news = events.filter((event) => concerns(view, event));
      if (news.length > 0) this.#add(ask, news);
    }
  }

  /** Everything on the screen may have changed. */
  onGap(): void {
    for (const [ask, view] of shownViews) if (isLive(view)) this.#add(ask, []);
  }

  start(): void {
    if (this.#waiting.size > 0) this.#lookIn(0);
  }

  /** Asks nothing until the next start. What is to be asked for is not forgotten. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #add(ask: AskView, news: readonly EventRecord[]): void {
    this.#waiting.set(ask, [...(this.#waiting.get(ask) ?? []), ...news]);
    this.#lookIn(0);
  }

  #lookIn(waitMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#look();
    }, waitMs);
  }

  #look(): void {
    const isTooSoon = performance.now() - this.#askedAt < LEAST_MS;
    if (isTooSoon || this.isLoading || areHandsOn()) {
      this.#lookIn(LOOK_MS);
      return;
    }
    this.#askedAt = performance.now();
    const asked = [...this.#waiting].filter(([ask]) => shownViews.has(ask));
    this.#waiting.clear();
    for (const [ask, news] of asked) ask(news);
    if (asked.length > 0) this.#onAsked([...new Set(asked.flatMap(([, news]) => news))]);
  }
}
