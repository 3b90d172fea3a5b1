// What a screen reader is told of new values: at most every 30 seconds, politely.

import { useCallback, useEffect, useRef, useState } from 'react';
import type { EventRecord } from '#contract/changes';

const LEAST_MS = 30_000;
const MOST_NAMED = 3;

/** Writes `New values of dehrprice, frhrprice`, or `New values of dehrprice, …, and 4 more series`. */
export function newsText(codes: readonly string[]): string {
  const named = codes.slice(0, MOST_NAMED).join(', ');
  const more = codes.length - MOST_NAMED;
  return `New values of ${named}${more > 0 ? `, and ${more} more series` : ''}`;
}

/** The text to say, and what takes the news. News that come too soon are said together later. */
export function useNewsText(clock: () => string): [string, (news: readonly EventRecord[]) => void] {
  const [text, setText] = useState('');
  const codes = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = useCallback((): void => {
    timer.current = undefined;
    if (codes.current.size === 0) return;
    // With the time, so that the same series are said again.
    setText(`${newsText([...codes.current])} at ${clock()}`);
    codes.current.clear();
    timer.current = setTimeout(say, LEAST_MS);
  }, [clock]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const take = useCallback(
    (news: readonly EventRecord[]): void => {
      for (const { series } of news) codes.current.add(series);
      if (timer.current === undefined) say();
    },
    [say],
  );
  return [text, take];
}
