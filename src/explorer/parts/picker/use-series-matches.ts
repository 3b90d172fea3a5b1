// The series that match a typed text, requested when typing pauses.

import { useEffect, useState } from 'react';
import type { MetadataRecord } from '#contract/forecast';
import { findSeries } from '#explorer/parts/picker/find-series.ts';
import { useRequest } from '#explorer/state/use-request.ts';

const ASK_AFTER_MS = 120;

export interface SeriesMatches {
  readonly matches: readonly MetadataRecord[];
  readonly error: Error | undefined;
  readonly isLoading: boolean;
}

export function useSeriesMatches(text: string): SeriesMatches {
  const asked = useSettled(text.trim(), ASK_AFTER_MS);
  const { data, error, isLoading } = useRequest(asked === '' ? undefined : asked, (signal) =>
    findSeries(asked, signal),
  );
  return { matches: error ? [] : stillFitting(data ?? [], text), error, isLoading };
}

/** The matches of the last answer that also have the words typed since. */
function stillFitting(found: readonly MetadataRecord[], text: string): MetadataRecord[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return found.filter(({ seriesId, description }) => {
    const searched = `${seriesId} ${description}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

/** A value after it has stayed the same for `afterMs`. */
function useSettled(value: string, afterMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
