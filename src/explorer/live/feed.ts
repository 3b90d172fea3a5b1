// How far a tab has read the log of changes. It catches up behind its cursor; if that takes too many events, it
// says that there is a gap, and what the page shows is read again.

import { ApiError } from '#client/api-error';
import type { EventRecord, EventsAnswer } from '#contract/changes';
import type { Instant } from '#core/time/instant';

/** The events that are read to catch up, and kept for other tabs. */
export const MOST_RECENT = 100;
/** A write may be recorded this long before it can be read. */
const LONGEST_WRITE_MS = 60_000;

/** A part of the log: all events after `start`, up to `end`, that the plan sees. */
export interface LogPart {
  readonly start: number;
  readonly end: number;
  readonly events: readonly EventRecord[];
}

/** Reads up to `MOST_RECENT` events after a cursor; from now on without one. */
export type ReadPage = (after: number | undefined) => Promise<EventsAnswer>;

export interface FeedListener {
  onNews(events: readonly EventRecord[]): void;
  /** Is called if some changes were missed, and nothing tells which. */
  onGap(): void;
}

export class Feed {
  readonly #loadedAt: Instant;
  readonly #listener: FeedListener;
  #part: LogPart | undefined;

  /** `loadedAt` is the server's time when the page began to load its data. */
  constructor(loadedAt: Instant, listener: FeedListener) {
    this.#loadedAt = loadedAt;
    this.#listener = listener;
  }

  /** What this tab has read last; undefined before the first time. */
  get part(): LogPart | undefined {
    return this.#part;
  }

  /** Reads what has happened since the last time, or since the page was loaded. */
  async catchUp(read: ReadPage): Promise<void> {
    const before = this.#part;
    const page = before && (await readPart(read, before.end));
    if (page) {
      this.take(page);
      return;
    }
    const end = Number((await read(undefined)).next);
    const start = Math.max(0, end - MOST_RECENT);
    const recent = before ? undefined : await readPart(read, start);
    if (recent) {
      this.take(recent);
      return;
    }
    this.#part = { start: end, end, events: [] };
    this.#listener.onGap();
  }

  /** Takes a part of the log. What was taken before is left out. */
  take(part: LogPart): void {
    const before = this.#part;
    const fresh = part.events.filter((event) => this.#isFresh(event));
    const hasGap = before ? part.start > before.end : !this.#reachesBack(part);
    this.#part =
      before && !hasGap
        ? {
            start: before.start,
            end: Math.max(before.end, part.end),
            events: [...before.events, ...fresh],
          }
        : part;
    this.#forgetOld();
    if (hasGap) this.#listener.onGap();
    else if (fresh.length > 0) this.#listener.onNews(fresh);
  }

  #isFresh({ id, time }: EventRecord): boolean {
    if (this.#part) return Number(id) > this.#part.end;
    return time !== null && Date.parse(time) > this.#loadedAt - LONGEST_WRITE_MS;
  }

  /** Whether a part begins before the page was loaded. */
  #reachesBack({ start, events }: LogPart): boolean {
    return start === 0 || events.some((event) => !this.#isFresh(event));
  }

  #forgetOld(): void {
    const { events, end } = this.#part!;
    if (events.length <= MOST_RECENT) return;
    const kept = events.slice(-MOST_RECENT);
    this.#part = { start: Number(kept[0]!.id) - 1, end, events: kept };
  }
}

/** The log after a cursor; undefined if it has too many events, or has forgotten some. */
async function readPart(read: ReadPage, start: number): Promise<LogPart | undefined> {
  try {
    const { events, next, more } = await read(start);
    return more ? undefined : { start, end: Number(next), events };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'cursor_gone') return undefined;
    throw error;
  }
}
