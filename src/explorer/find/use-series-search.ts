// The list that Find shows for what is typed: local matches at once, in slices of time, and while the
// catalogue is still on its way also what the server finds.

import { useEffect, useRef, useState } from 'react';
import { rankTogether, SeriesSearch } from '#explorer/find/search/search-series.ts';
import { entryOf, type SeriesEntry } from '#explorer/find/search/series-entry.ts';
import type { SeriesIndex } from '#explorer/find/search/series-index.ts';
import {
  isEmptyQuery,
  isNarrower,
  readQuery,
  type SeriesQuery,
} from '#explorer/find/search/series-query.ts';
import { client } from '#explorer/state/session.ts';

/** Half a frame: the other half belongs to drawing. */
const SLICE_MS = 8;
const ASK_AFTER_MS = 150;
const MOST_ASKED = 50;

export interface FoundSeries {
  readonly entries: readonly SeriesEntry[];
  /** The text that `entries` answers; an earlier one while a search is under way. */
  readonly typed: string;
  readonly query: SeriesQuery;
  readonly recentCount: number;
}

const NOTHING: FoundSeries = { entries: [], typed: '', query: readQuery(''), recentCount: 0 };

export function useSeriesSearch(
  typed: string,
  index: SeriesIndex,
  recent: readonly string[],
): FoundSeries {
  const [found, setFound] = useState(NOTHING);
  const held = useRef<{ entries: readonly SeriesEntry[]; search: SeriesSearch } | undefined>(
    undefined,
  );
  const ahead = useAskedAhead(typed, index.isComplete);

  useEffect(() => {
    const query = readQuery(typed);
    const previous = held.current?.entries === index.entries ? held.current.search : undefined;
    const isSame =
      previous !== undefined && JSON.stringify(previous.query) === JSON.stringify(query);
    const wider =
      previous && index.isComplete && isNarrower(query, previous.query) ? previous : undefined;
    const search = isSame ? previous : new SeriesSearch(index.entries, query, wider);
    held.current = { entries: index.entries, search };
    return runInSlices(search, () => setFound({ ...listOf(search, ahead, recent), typed }));
  }, [typed, index, ahead, recent]);

  return found;
}

/** The best match of a text right now, for a person who types faster than the list follows. */
export function bestMatch(typed: string, entries: readonly SeriesEntry[]): SeriesEntry | undefined {
  const search = new SeriesSearch(entries, readQuery(typed));
  search.step(() => false);
  return rankTogether(search)[0];
}

/** Runs a search to its end, a slice per turn of the event loop; the answer stops it. */
function runInSlices(search: SeriesSearch, onDone: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = (): void => {
    const endMs = performance.now() + SLICE_MS;
    if (search.step(() => performance.now() >= endMs)) onDone();
    else timer = setTimeout(go);
  };
  go();
  return () => clearTimeout(timer);
}

/** Matches best first; with nothing typed, what was chosen last comes before everything. */
function listOf(
  search: SeriesSearch,
  ahead: readonly SeriesEntry[],
  recent: readonly string[],
): Omit<FoundSeries, 'typed'> {
  const { query } = search;
  const local = rankTogether(search);
  if (isEmptyQuery(query)) {
    const chosen = new Set(recent);
    const known = new Map(
      local.filter(({ code }) => chosen.has(code)).map((entry) => [entry.code, entry]),
    );
    const first = recent.flatMap((code) => known.get(code) ?? []);
    const rest = local.filter(({ code }) => !chosen.has(code));
    return { entries: [...first, ...rest], query, recentCount: first.length };
  }
  if (ahead.length === 0) return { entries: local, query, recentCount: 0 };
  const localCodes = new Set(local.map(({ code }) => code));
  const extra = new SeriesSearch(
    ahead.filter(({ code }) => !localCodes.has(code)),
    query,
  );
  extra.step(() => false);
  return { entries: rankTogether(search, extra), query, recentCount: 0 };
}

const NO_ENTRIES: readonly SeriesEntry[] = [];

/** While the catalogue is not complete, the server is asked too. */
function useAskedAhead(typed: string, isComplete: boolean): readonly SeriesEntry[] {
  const [ahead, setAhead] = useState(NO_ENTRIES);
  useEffect(() => {
    const { words } = readQuery(typed);
    if (isComplete || words.length === 0) {
      setAhead(NO_ENTRIES);
      return undefined;
    }
    const aborter = new AbortController();
    const timer = setTimeout(() => {
      const query = { q: words.join(' '), all: 'true', limit: String(MOST_ASKED) };
      client.metadata(query, { signal: aborter.signal }).then(
        (records) => setAhead(records.map(entryOf)),
        () => {
          // The catalogue itself says what is wrong; this was only a short cut.
        },
      );
    }, ASK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [typed, isComplete]);
  return ahead;
}
