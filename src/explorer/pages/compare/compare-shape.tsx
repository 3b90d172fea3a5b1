// The ways to look at a comparison other than its chart. Each loads when it is first shown.

import type { ShapeProps } from '#explorer/pages/compare/shapes/shape-props.ts';
import { lazyPart } from '#explorer/parts/lazy-part.ts';
import type { CompareTab } from '#view/address/comparison';

const SHAPES = {
  table: lazyPart<ShapeProps>(() =>
    import('#explorer/pages/compare/table/compare-table.tsx').then((part) => part.CompareTable),
  ),
  scatter: lazyPart<ShapeProps>(() =>
    import('#explorer/pages/compare/shapes/scatter-tab.tsx').then((part) => part.ScatterTab),
  ),
  duration: lazyPart<ShapeProps>(() =>
    import('#explorer/pages/compare/shapes/duration-tab.tsx').then((part) => part.DurationTab),
  ),
  week: lazyPart<ShapeProps>(() =>
    import('#explorer/pages/compare/shapes/week-tab.tsx').then((part) => part.WeekTab),
  ),
  season: lazyPart<ShapeProps>(() =>
    import('#explorer/pages/compare/season/season-tab.tsx').then((part) => part.SeasonTab),
  ),
  mix: lazyPart<ShapeProps>(() =>
    import('#explorer/pages/compare/mix/mix-tab.tsx').then((part) => part.MixTab),
  ),
};

interface CompareShapeProps extends ShapeProps {
  readonly tab: Exclude<CompareTab, 'chart'>;
}

export function CompareShape({ tab, ...props }: CompareShapeProps) {
  const Shape = SHAPES[tab];
  return <Shape {...props} />;
}
