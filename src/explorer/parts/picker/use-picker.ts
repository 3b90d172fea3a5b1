// The state of a series picker: the typed text, its matches, and the active one. The keys move it.

import { type KeyboardEvent, useState } from 'react';
import type { MetadataRecord } from '#contract/forecast';
import { useSeriesMatches } from '#explorer/parts/picker/use-series-matches.ts';

export function usePicker(onPick: (series: MetadataRecord) => void) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState(0);
  const found = useSeriesMatches(text);
  const { matches } = found;
  const isShown = isOpen && matches.length > 0;
  const active = Math.min(wanted, matches.length - 1);

  const type = (next: string): void => {
    setText(next);
    setWanted(0);
    setOpen(true);
  };
  const pick = (series: MetadataRecord | undefined): void => {
    if (!series?.subscribed) return;
    onPick(series);
    setText('');
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (isShown) setWanted((active + step + matches.length) % matches.length);
      else setOpen(true);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isShown) pick(matches[active]);
    } else if (event.key === 'Escape') {
      if (!isShown) setText('');
      setOpen(false);
    }
  };
  return { text, type, found, isShown, active, setOpen, pick, onKeyDown };
}
