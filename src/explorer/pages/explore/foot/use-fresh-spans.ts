// The spans of a series that changes have just reached. They are marked for some seconds.

import { useEffect, useMemo, useRef, useState } from 'react';
import type { EventRecord } from '#contract/changes';
import type { SeriesColumns } from '#contract/forecast';
import { SECOND_MS } from '#core/time/instant';
import { useViewScope } from '#explorer/state/view-scope.ts';
import type { ChartSpan } from '#view/chart/frame';

const MARKED_MS = 6_000;
const NONE: readonly EventRecord[] = [];

/** `endTime` is the end of the last value's interval, seconds. */
export function useFreshSpans(answer: SeriesColumns, endTime: number): readonly ChartSpan[] {
  const { news = NONE } = useViewScope();
  const [fresh, setFresh] = useState(NONE);
  const seen = useRef(news);
  useEffect(() => {
    // What came before the chart was drawn is no news on it.
    if (news === seen.current) return undefined;
    seen.current = news;
    setFresh(news);
    const timer = setTimeout(() => setFresh(NONE), MARKED_MS);
    return () => clearTimeout(timer);
  }, [news]);
  return useMemo(() => spansOf(fresh, answer, endTime), [fresh, answer, endTime]);
}

/** The changed spans within the values shown, in seconds. */
export function spansOf(
  news: readonly EventRecord[],
  { seriesId, times }: Pick<SeriesColumns, 'seriesId' | 'times'>,
  endTime: number,
): readonly ChartSpan[] {
  return news.flatMap(({ series, from, to }) => {
    if (series !== seriesId || from === null || to === null) return [];
    const [first, last] = [Date.parse(from) / SECOND_MS, Date.parse(to) / SECOND_MS];
    // A day that is shown as one value changes with each of its hours.
    const start = times.findLast((time) => time <= first) ?? first;
    const end = times.find((time) => time > last) ?? Math.max(endTime, last);
    return start < end ? [{ start, end }] : [];
  });
}
