// The readers of the log of changes in one process: some wait for a page, others have an open stream. All follow
// one tail of the log.

import { type Caller, findHolder } from '#accounts/authenticate';
import type { EventsAnswer, EventsQuery } from '#contract/changes';
import { Refusal } from '#core/errors';
import { EventStream } from '#http/api/v1/changes/event-stream';
import type {
  AccountParts,
  ConnectionParts,
  ReadParts,
  StoreParts,
} from '#http/request/server-parts';
import { describeEvent } from '#service/events/describe-event';
import { findCursor } from '#service/events/event-cursor';
import { fitsFilter, isToldTo, parseEventFilter } from '#service/events/event-filter';
import { EventTail } from '#service/events/event-tail';
import { awaitEventPage, readEventPage, type WantedEvents } from '#service/events/read-events';
import type { ChangeEvent } from '#store/change-event';

/** How often a stream shows that it lives, and its caller is looked up again. */
const BEAT_MS = 5_000;
/** The readers of one user that may wait or stream at the same time, in one process. */
const MOST_OF_A_USER = 1_000;
const RETRY_SECONDS = 5;

export type FollowerParts = StoreParts &
  AccountParts &
  Pick<ReadParts, 'context'> &
  Pick<ConnectionParts, 'clock'>;

/** What is asked for. A page has at most `limit` events, a stream ends after them. */
export interface EventRequest {
  readonly query: EventsQuery;
  readonly limit: number;
  /** How long a reader waits if the log has no event for it yet, or a stream stays open. */
  readonly waitMs: number;
}

export class EventFollowers {
  readonly #parts: FollowerParts;
  readonly #tail: EventTail;
  readonly #streams = new Map<EventStream, Caller>();
  readonly #countOf = new Map<number, number>();
  readonly #closing = new AbortController();
  readonly #beat: NodeJS.Timeout;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
    this.#tail = new EventTail(parts.store);
    this.#beat = setInterval(() => void this.#beatAll(), BEAT_MS).unref();
  }

  /** `gone` is aborted when the reader has gone. */
  async readPage(asked: EventRequest, caller: Caller, gone: AbortSignal): Promise<EventsAnswer> {
    const { query, limit, waitMs } = asked;
    const isWanted = selectFor(query, () => caller);
    const after = await findCursor(this.#parts.store, query.after, 'after');
    const wanted = { after, limit, isWanted };
    const page = await (waitMs === 0
      ? readEventPage(this.#tail, wanted)
      : this.#waitForPage(wanted, caller, AbortSignal.any([gone, AbortSignal.timeout(waitMs)])));
    const { zone } = this.#parts.context;
    const events = page.events.map((event) => describeEvent(event, zone));
    return { events, next: String(page.next), more: page.hasMore };
  }

  async openStream(asked: EventRequest, caller: Caller): Promise<EventStream> {
    const { query, limit, waitMs } = asked;
    // The caller is looked up again while the stream is open: a plan may change meanwhile.
    const current = (): Caller => this.#streams.get(stream) ?? caller;
    const isWanted = selectFor(query, current);
    const after = await findCursor(this.#parts.store, query.after, 'after');
    const leave = this.#enter(caller);
    const { zone } = this.#parts.context;
    const stream: EventStream = new EventStream({ tail: this.#tail, after, limit, zone, isWanted });
    this.#streams.set(stream, caller);
    const timer = setTimeout(() => stream.end(), waitMs).unref();
    stream.once('close', () => {
      clearTimeout(timer);
      this.#streams.delete(stream);
      leave();
    });
    return stream;
  }

  /** Ends what waits and streams, so that the server can close. Readers go on behind their cursors. */
  close(): void {
    this.#closing.abort();
    clearInterval(this.#beat);
    for (const stream of this.#streams.keys()) stream.end();
  }

  async #waitForPage(wanted: WantedEvents, caller: Caller, until: AbortSignal) {
    const leave = this.#enter(caller);
    try {
      const signal = AbortSignal.any([until, this.#closing.signal]);
      return await awaitEventPage(this.#tail, wanted, signal);
    } finally {
      leave();
    }
  }

  /** Counts a reader that stays; refuses a user's thousandth. Returns the function that ends its stay. */
  #enter({ user }: Caller): () => void {
    const count = this.#countOf.get(user.id) ?? 0;
    if (count >= MOST_OF_A_USER || this.#closing.signal.aborted) {
      const detail = `${user.name} has ${count} readers that wait or stream; ${MOST_OF_A_USER} are allowed`;
      throw new Refusal('server_busy', detail, { retryAfterSeconds: RETRY_SECONDS });
    }
    this.#countOf.set(user.id, count + 1);
    return () => {
      const left = this.#countOf.get(user.id)! - 1;
      if (left > 0) this.#countOf.set(user.id, left);
      else this.#countOf.delete(user.id);
    };
  }

  /** Ends the streams of callers who may no longer read: signed out, disabled, or with an expired token. */
  async #beatAll(): Promise<void> {
    const { signIn, clock } = this.#parts;
    for (const [stream, { credential }] of this.#streams) {
      try {
        const caller = await findHolder(signIn.accounts, credential.hash, clock());
        if (!caller) stream.end();
        else {
          this.#streams.set(stream, caller);
          stream.beat();
        }
      } catch {
        // Without its store the server cannot tell whether the caller may still read, and nothing is told either.
        stream.beat();
      }
    }
  }
}

/** Whether an event is told to a reader: the filter of the request and the plan of the caller both decide. */
function selectFor(query: EventsQuery, caller: () => Caller): (event: ChangeEvent) => boolean {
  const filter = parseEventFilter(query);
  return (event) => fitsFilter(event, filter) && isToldTo(event, caller());
}
