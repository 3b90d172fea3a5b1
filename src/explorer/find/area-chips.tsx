// Areas as buttons beneath the text. Each writes its filter into the text, which alone decides what is
// found. The buttons are one stop for Tab; arrows move within.

import { type KeyboardEvent, useMemo, useRef } from 'react';
import type { SeriesIndex } from '#explorer/find/search/series-index.ts';
import { areaText } from '#view/values/area-text';

interface AreaChipsProps {
  readonly index: SeriesIndex;
  readonly chosen: readonly string[];
  readonly onChoose: (area: string | undefined) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

export function AreaChips({ index, chosen, onChoose }: AreaChipsProps) {
  const areas = useMemo(
    () => [...new Set(index.entries.map(({ area }) => area))].filter(Boolean).sort(),
    // `index` is a new object whenever its entries grow.
    [index],
  );
  const bar = useRef<HTMLDivElement>(null);
  const reached = Math.max(0, areas.findIndex((area) => chosen.includes(area)) + 1);

  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...bar.current!.querySelectorAll('button')];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const step = STEPS[event.key];
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : at + (step ?? 0);
    if (step === undefined && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    buttons[(next + buttons.length) % buttons.length]?.focus();
  };

  return (
    <div ref={bar} className="find-areas" role="toolbar" aria-label="Areas" onKeyDown={onKeyDown}>
      {[undefined, ...areas].map((area, i) => (
        <button
          key={area ?? ''}
          type="button"
          tabIndex={i === reached ? 0 : -1}
          aria-pressed={area === undefined ? chosen.length === 0 : chosen.includes(area)}
          title={area === undefined ? undefined : areaText(area)}
          onClick={() => onChoose(area !== undefined && chosen.includes(area) ? undefined : area)}
        >
          {area ?? 'All areas'}
        </button>
      ))}
    </div>
  );
}
