// The ways to look at a comparison.

import { useEffect, useRef } from 'react';
import { type Choice, Tabs, tabIdOf } from '#explorer/parts/choices.tsx';
import { show } from '#explorer/state/navigation.ts';
import type { CompareView } from '#view/address/address';
import type { CompareTab } from '#view/address/comparison';

export const PANEL_ID = 'compare-panel';

const TABS: readonly Choice<CompareTab>[] = [
  { value: 'chart', title: 'Chart', hint: 'The lines over time, one panel a unit' },
  { value: 'table', title: 'Table', hint: 'Every value in a row' },
  { value: 'scatter', title: 'Scatter', hint: 'Two lines against each other' },
  { value: 'duration', title: 'Duration', hint: 'The values of each line from high to low' },
  { value: 'week', title: 'Typical week', hint: 'The mean of each hour of the week' },
  { value: 'season', title: 'Season', hint: 'This year between the years before' },
  { value: 'mix', title: 'Mix', hint: 'The lines of one unit on top of each other' },
];

export function CompareTabs({ view }: { readonly view: CompareView }) {
  const { tab = 'chart' } = view;
  const strip = useRef<HTMLDivElement>(null);
  // On a phone the strip scrolls: the chosen tab stays in sight.
  useEffect(() => {
    const chosen = document.getElementById(tabIdOf(PANEL_ID, tab));
    if (!strip.current || !chosen) return;
    const [left, room] = [chosen.offsetLeft, strip.current.clientWidth - chosen.offsetWidth];
    strip.current.scrollLeft = Math.max(0, left - room / 2);
  }, [tab]);
  return (
    <div className="compare-tabs" ref={strip}>
      <Tabs
        label="Show as"
        options={TABS}
        value={tab}
        panelId={PANEL_ID}
        onChoose={(chosen) => show({ ...view, tab: chosen }, { replace: true })}
      />
    </div>
  );
}
