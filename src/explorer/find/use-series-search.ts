// The list that Find shows for a typed text: local matches, searched in slices of time, and the
// server's matches until the catalogue is complete.

import { useEffect, useRef, useState } from 'react';
import { rankTogether, SeriesSearch } from '#explorer/find/search/search-series.ts';
import { marksOf } from '#explorer/find/search/search-term.ts';
import { entryOf, type SeriesEntry } from '#explorer/find/search/series-entry.ts';
import type { SeriesIndex } from '#explorer/find/search/series-index.ts';
import { isEmptyQuery, isNarrower, readQuery } from '#explorer/find/search/series-query.ts';
import { client } from '#explorer/state/session.ts';

/** Half a frame; the other half is for drawing. */
const SLICE_MS = 8;
const ASK_AFTER_MS = 150;
const MOST_ASKED = 50;

export interface FoundSeries {
  readonly entries: readonly SeriesEntry[];
  /** The text that `entries` match; an earlier text while a search is running. */
  readonly typed: string;
  /** The letters to mark in the rows. */
  readonly marks: readonly string[];
  /** The words with typing mistakes mended, if nothing matches them as typed. */
  readonly mended: string | undefined;
  /** The number of pinned series, and of pinned and recent ones, that come first if nothing is typed. */
  readonly pinnedCount: number;
  readonly firstCount: number;
}

const NOTHING: FoundSeries = {
  entries: [],
  typed: '',
  marks: [],
  mended: undefined,
  pinnedCount: 0,
  firstCount: 0,
};

export function useSeriesSearch(
  typed: string,
  index: SeriesIndex,
  recent: readonly string[],
  pins: readonly string[],
): FoundSeries {
  const [found, setFound] = useState(NOTHING);
  const latest = useRef<{ entries: readonly SeriesEntry[]; search: SeriesSearch } | undefined>(
    undefined,
  );
  const serverMatches = useServerMatches(typed, index.isComplete);

  useEffect(() => {
    const query = readQuery(typed);
    const previous = latest.current?.entries === index.entries ? latest.current.search : undefined;
    const isSame =
      previous !== undefined && JSON.stringify(previous.query) === JSON.stringify(query);
    const wider =
      previous && index.isComplete && isNarrower(query, previous.query) ? previous : undefined;
    const search = isSame ? previous : new SeriesSearch(index.entries, query, wider);
    latest.current = { entries: index.entries, search };
    return runInSlices(search, () =>
      setFound({ ...listOf(search, serverMatches, recent, pins), typed }),
    );
  }, [typed, index, serverMatches, recent, pins]);

  return found;
}

/** The best match of a text right now, for a person who types faster than the list follows. */
export function bestMatch(typed: string, entries: readonly SeriesEntry[]): SeriesEntry | undefined {
  const search = new SeriesSearch(entries, readQuery(typed));
  search.step(() => false);
  return rankTogether(search)[0];
}

/** Runs a search to its end, one slice per turn of the event loop. Returns what stops it. */
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

/** Lists the matches, best first. If nothing is typed, pinned series and the latest choices come first. */
function listOf(
  search: SeriesSearch,
  serverMatches: readonly SeriesEntry[],
  recent: readonly string[],
  pins: readonly string[],
): Omit<FoundSeries, 'typed'> {
  const local = rankTogether(search);
  if (isEmptyQuery(search.query)) return { ...NOTHING, ...withFirst(local, recent, pins) };
  const localCodes = new Set(serverMatches.length === 0 ? [] : local.map(({ code }) => code));
  const extra = new SeriesSearch(
    serverMatches.filter(({ code }) => !localCodes.has(code)),
    search.query,
  );
  extra.step(() => false);
  const entries = serverMatches.length === 0 ? local : rankTogether(search, extra);
  const mended = search.isGuess ? search.terms.map(({ word }) => word).join(' ') : undefined;
  return { ...NOTHING, entries, marks: marksOf(search.terms), mended };
}

/** All entries, with pinned series first and then the latest choices. */
function withFirst(
  all: readonly SeriesEntry[],
  recent: readonly string[],
  pins: readonly string[],
): Pick<FoundSeries, 'entries' | 'pinnedCount' | 'firstCount'> {
  const wanted = new Set([...pins, ...recent]);
  const known = new Map(
    all.filter(({ code }) => wanted.has(code)).map((entry) => [entry.code, entry]),
  );
  const first = [...wanted].flatMap((code) => known.get(code) ?? []);
  return {
    entries: [...first, ...all.filter(({ code }) => !wanted.has(code))],
    pinnedCount: pins.filter((code) => known.has(code)).length,
    firstCount: first.length,
  };
}

const NO_ENTRIES: readonly SeriesEntry[] = [];

/** The server's matches, requested until the catalogue is complete. */
function useServerMatches(typed: string, isComplete: boolean): readonly SeriesEntry[] {
  const [matches, setMatches] = useState(NO_ENTRIES);
  useEffect(() => {
    const { words } = readQuery(typed);
    if (isComplete || words.length === 0) {
      setMatches(NO_ENTRIES);
      return undefined;
    }
    const aborter = new AbortController();
    const timer = setTimeout(() => {
      const query = { q: words.join(' '), all: 'true', limit: String(MOST_ASKED) };
      client.metadata(query, { signal: aborter.signal }).then(
        (records) => setMatches(records.map(entryOf)),
        () => {
          // Loading the catalogue reports the fault; this request was only a short cut.
        },
      );
    }, ASK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [typed, isComplete]);
  return matches;
}
