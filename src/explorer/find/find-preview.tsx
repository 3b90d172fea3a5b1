// The active row of Find in small: its recent values, and the star that pins it.

import { useEffect, useState } from 'react';
import { resolutionShownAs } from '#explorer/find/search/resolution-names.ts';
import type { SeriesEntry } from '#explorer/find/search/series-entry.ts';
import { PinButton } from '#explorer/parts/kept/pin-button.tsx';
import { SparkLine } from '#explorer/parts/kept/spark-line.tsx';

interface FindPreviewProps {
  readonly entry: SeriesEntry;
  readonly isPinned: boolean;
  readonly onPin: (code: string) => void;
}

/** Values are requested if a row stays active this long. */
const REST_MS = 200;

export function FindPreview({ entry, isPinned, onPin }: FindPreviewProps) {
  const rested = useRested(entry);
  const native = resolutionShownAs(rested.resolution);
  return (
    <section className="find-preview" aria-label="The active series">
      <span className="find-preview-code mono">{entry.code}</span>
      {native && rested.isSubscribed && rested.code === entry.code && (
        <SparkLine key={rested.code} seriesId={rested.code} native={native} />
      )}
      <PinButton code={entry.code} isPinned={isPinned} onToggle={() => onPin(entry.code)} />
    </section>
  );
}

function useRested(entry: SeriesEntry): SeriesEntry {
  const [rested, setRested] = useState(entry);
  useEffect(() => {
    const timer = setTimeout(() => setRested(entry), REST_MS);
    return () => clearTimeout(timer);
  }, [entry]);
  return rested;
}
