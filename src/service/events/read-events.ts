// Reads pages of the log of changes: the wanted events after a cursor, at once or as soon as one comes.

import { Refusal } from '#core/errors';
import type { EventTail } from '#service/events/event-tail';
import type { ChangeEvent } from '#store/change-event';

export interface EventPage {
  readonly events: readonly ChangeEvent[];
  /** The cursor behind the last event that was looked at, wanted or not. */
  readonly next: number;
  /** Whether the log may have more after `next`. */
  readonly hasMore: boolean;
}

export interface WantedEvents {
  readonly after: number;
  readonly limit: number;
  isWanted(event: ChangeEvent): boolean;
}

/** The events that one request looks at, wanted or not. */
const MOST_LOOKED_AT = 20_000;

/** Throws if the log does not go on right behind a cursor: its beginning was forgotten meanwhile. */
export function requireUnbroken(cursor: number, events: readonly ChangeEvent[]): void {
  const first = events[0]?.id ?? cursor + 1;
  // Zero is the beginning of what is in the log, whatever its number.
  if (cursor === 0 || first === cursor + 1) return;
  throw new Refusal('cursor_gone', `events ${cursor + 1} to ${first - 1} were forgotten`);
}

export async function readEventPage(tail: EventTail, wanted: WantedEvents): Promise<EventPage> {
  const events: ChangeEvent[] = [];
  let next = wanted.after;
  for (let lookedAt = 0; lookedAt < MOST_LOOKED_AT; ) {
    const found = await tail.after(next);
    requireUnbroken(next, found);
    if (found.length === 0) return { events, next, hasMore: false };
    for (const event of found) {
      if (events.length === wanted.limit) return { events, next, hasMore: true };
      next = event.id;
      lookedAt++;
      if (wanted.isWanted(event)) events.push(event);
    }
  }
  return { events, next, hasMore: true };
}

/** Like `readEventPage`. If there is no wanted event yet, waits for one until `signal` is aborted. */
export async function awaitEventPage(
  tail: EventTail,
  wanted: WantedEvents,
  signal: AbortSignal,
): Promise<EventPage> {
  let wake = (): void => {};
  let isNews = false;
  const onNews = (): void => {
    isNews = true;
    wake();
  };
  const stop = tail.listen(onNews);
  signal.addEventListener('abort', onNews);
  try {
    for (let after = wanted.after; ; ) {
      isNews = false;
      const page = await readEventPage(tail, { ...wanted, after });
      if (page.events.length > 0 || page.hasMore || signal.aborted) return page;
      after = page.next;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (isNews) resolve();
      });
    }
  } finally {
    stop();
    signal.removeEventListener('abort', onNews);
  }
}
