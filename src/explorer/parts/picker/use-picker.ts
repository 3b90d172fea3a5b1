// The state of a series picker: the typed text, what Find's search finds for it, and the active match.
// The keys move it.

import { type KeyboardEvent, useEffect, useState } from 'react';
import type { SeriesEntry } from '#explorer/find/search/series-entry.ts';
import { loadSeriesIndex, useSeriesIndex } from '#explorer/find/search/series-index.ts';
import { bestMatch, useSeriesSearch } from '#explorer/find/use-series-search.ts';
import { useSession } from '#explorer/state/session.ts';
import { formatCount } from '#view/values/value-text';

/** More are counted, not listed. */
const MOST_LISTED = 50;
const NONE: readonly string[] = [];

export function usePicker(onPick: (entry: SeriesEntry) => void) {
  const sessionId = useSession()?.id ?? '';
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState(0);
  const index = useSeriesIndex();
  const found = useSeriesSearch(text, index, NONE, NONE);
  const isTyped = text.trim() !== '';
  const matches = isTyped ? found.entries.slice(0, MOST_LISTED) : [];
  const isShown = isOpen && matches.length > 0;
  const active = Math.min(wanted, matches.length - 1);

  useEffect(() => {
    if (isTyped) loadSeriesIndex(sessionId, Date.now());
  }, [isTyped, sessionId]);

  const type = (next: string): void => {
    setText(next);
    setWanted(0);
    setOpen(true);
  };
  const pick = (entry: SeriesEntry | undefined): void => {
    if (!entry?.isSubscribed) return;
    onPick(entry);
    setText('');
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (isShown) setWanted((active + step + matches.length) % matches.length);
      else setOpen(true);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      const isCurrent = found.typed === text;
      if (isOpen && isTyped) pick(isCurrent ? matches[active] : bestMatch(text, index.entries));
    } else if (event.key === 'Escape') {
      if (!isShown) setText('');
      setOpen(false);
    }
  };
  const note = noteOf(isTyped, found.entries.length, found.mended, index);
  return { text, type, matches, note, isShown, active, setOpen, pick, onKeyDown };
}

interface IndexState {
  readonly isComplete: boolean;
  readonly error: Error | undefined;
}

function noteOf(
  isTyped: boolean,
  count: number,
  mended: string | undefined,
  { isComplete, error }: IndexState,
): string {
  if (!isTyped) return '';
  if (count > 0) {
    const as = mended === undefined ? '' : ` for “${mended}”`;
    return `${formatCount(count)} found${as}: arrow keys choose, Enter adds`;
  }
  if (error) return error.message;
  return isComplete ? 'No series matches' : 'Searching…';
}
