// The log of changes as an endless sequence: it waits for what comes, and outlives a server that is away.

import type { EventRecord, EventsAnswer, EventsQuery } from '#contract/changes';
import { ApiError, ConnectionError } from './api-error.ts';
import { readChanges } from './change-log.ts';
import type { Transport } from './transport.ts';

/** Which changes are wanted, and behind which cursor the sequence begins. */
export type FollowQuery = Omit<EventsQuery, 'limit' | 'wait'>;

export interface FollowOptions {
  /** Ends the sequence. */
  readonly signal?: AbortSignal;
}

const WAIT_SECONDS = 30;
/** The answer takes longer than the wait; the usual limit of a program may be shorter. */
const TIMEOUT_MS = 60_000;
const PAGE = 500;
/** Pauses after one refusal, two, three …; the last one repeats. */
const PAUSES_SECONDS = [1, 2, 5, 10, 30];
/** A timer of more than 24 days would ring at once. */
const LONGEST_PAUSE_SECONDS = 3_600;

/**
 * Yields each change once and in order, from now on or behind `after`. Keep the id of the last one to go on
 * behind it. A cursor that is no longer in the log, and any other refusal that waiting does not mend, throws an
 * ApiError.
 */
export async function* followChanges(
  transport: Transport,
  { after, ...filter }: FollowQuery,
  { signal }: FollowOptions = {},
): AsyncGenerator<EventRecord> {
  const read = (cursor: string | undefined, wait: number | undefined): Promise<EventsAnswer> =>
    readChanges(
      transport,
      { ...filter, after: cursor, limit: PAGE, wait },
      { ...(signal && { signal }), timeoutMs: TIMEOUT_MS },
    );
  let cursor = after;
  for (let failures = 0; !signal?.aborted; ) {
    try {
      // The first answer without a cursor has the end of the log, and nothing to wait for.
      const page = await read(cursor, cursor === undefined ? undefined : WAIT_SECONDS);
      failures = 0;
      for (const event of page.events) {
        if (signal?.aborted) return;
        yield event;
      }
      cursor = page.next;
    } catch (error) {
      if (signal?.aborted) return;
      await pause(pauseAfter(error, failures++), signal);
    }
  }
}

/** How long to wait after an error; throws the error if waiting does not mend it. */
function pauseAfter(error: unknown, failures: number): number {
  const usual = PAUSES_SECONDS[Math.min(failures, PAUSES_SECONDS.length - 1)]!;
  if (error instanceof ConnectionError) return usual;
  if (error instanceof ApiError && (error.status === 429 || error.status >= 500)) {
    const asked = error.retryAfterSeconds ?? usual;
    return Math.min(Math.max(asked, PAUSES_SECONDS[0]!), LONGEST_PAUSE_SECONDS);
  }
  throw error;
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, seconds * 1_000);
    function end(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    }
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}
