// The catalogue in memory. It is fetched once per session, page by page, so that the first matches
// appear before the last series has arrived.

import { useSyncExternalStore } from 'react';
import { ApiError } from '#client/api-error';
import { entryOf, type SeriesEntry } from '#explorer/find/search/series-entry.ts';
import { client, dropRefusedSession } from '#explorer/state/session.ts';

/** The catalogue as loaded so far. `entries` is one array that grows, in a new object each time. */
export interface SeriesIndex {
  readonly entries: readonly SeriesEntry[];
  readonly isComplete: boolean;
  readonly error: Error | undefined;
}

// A small page comes first, so that matches appear soon. The others are large, as the plan limits
// requests, but small enough to be parsed within a frame or two.
const FIRST_PAGE = 1_000;
const NEXT_PAGES = 5_000;
const STALE_AFTER_MS = 10 * 60_000;

const EMPTY: SeriesIndex = { entries: [], isComplete: false, error: undefined };

let index = EMPTY;
let loadedFor: { sessionId: string; atMs: number } | undefined;
let isLoading = false;
const listeners = new Set<() => void>();

function setIndex(next: SeriesIndex): void {
  index = next;
  for (const listener of listeners) listener();
}

/** Begins to load what is missing. The entries already loaded stay in use. */
export function loadSeriesIndex(sessionId: string, nowMs: number): void {
  if (loadedFor && loadedFor.sessionId !== sessionId) {
    loadedFor = undefined;
    isLoading = false;
    setIndex(EMPTY);
  }
  const isFresh = loadedFor !== undefined && nowMs - loadedFor.atMs < STALE_AFTER_MS;
  if (isLoading || (isFresh && index.isComplete)) return;
  loadedFor = { sessionId, atMs: nowMs };
  isLoading = true;
  const stamp = loadedFor;
  readPages(stamp).then(
    () => endLoading(stamp, undefined),
    (error: Error) => endLoading(stamp, error),
  );
}

/** Whether another session has begun since. */
const isOutdated = (stamp: object): boolean => stamp !== loadedFor;

function endLoading(stamp: object, error: Error | undefined): void {
  if (isOutdated(stamp)) return;
  isLoading = false;
  if (!error) return;
  loadedFor = undefined;
  dropRefusedSession(error);
  setIndex({ ...index, error });
}

async function readPages(stamp: object): Promise<void> {
  // A complete but old catalogue stays whole until the new one is complete.
  const isRenewal = index.isComplete;
  const entries: SeriesEntry[] = [];
  if (!isRenewal) setIndex({ ...EMPTY, entries });
  for (let limit = FIRST_PAGE; ; limit = NEXT_PAGES) {
    const after = entries.at(-1)?.code;
    const page = await readPage(limit, after);
    if (isOutdated(stamp)) return;
    for (const record of page) entries.push(entryOf(record));
    const isComplete = page.length < limit;
    if (isComplete || !isRenewal) setIndex({ entries, isComplete, error: undefined });
    if (isComplete) return;
  }
}

async function readPage(limit: number, after: string | undefined) {
  for (;;) {
    try {
      return await client.metadata({ all: 'true', limit: String(limit), ...(after && { after }) });
    } catch (error) {
      const waitSeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
      if (waitSeconds === undefined || (error as ApiError).status !== 429) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1_000));
    }
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSeriesIndex = (): SeriesIndex => useSyncExternalStore(subscribe, () => index);
