// The ways to look at a comparison.

import { type Choice, Tabs } from '#explorer/parts/choices.tsx';
import type { CompareView } from '#explorer/state/address.ts';
import type { CompareTab } from '#explorer/state/comparison.ts';
import { show } from '#explorer/state/navigation.ts';

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

export const CompareTabs = ({ view }: { readonly view: CompareView }) => (
  <div className="compare-tabs">
    <Tabs
      label="Show as"
      options={TABS}
      value={view.tab ?? 'chart'}
      panelId={PANEL_ID}
      onChoose={(tab) => show({ ...view, tab }, { replace: true })}
    />
  </div>
);
