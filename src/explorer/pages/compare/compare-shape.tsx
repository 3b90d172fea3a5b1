// The ways to look at a comparison other than its chart. Each loads when it is first shown.

import type { RefObject } from 'react';
import type { Zone } from '#core/time/zone';
import type { ChartHandle, ChartZooming, SharedCursor } from '#explorer/chart/scene/chart-data.ts';
import type { CommonIntervals } from '#explorer/pages/compare/common/common-figures.ts';
import type { ShownLine } from '#explorer/pages/compare/shown-line.ts';
import { lazyPart } from '#explorer/parts/lazy-part.ts';
import type { CompareView } from '#explorer/state/address.ts';
import type { CompareTab } from '#explorer/state/comparison.ts';

/** What every shape is given; each takes what it needs. */
export interface ShapeProps {
  readonly view: CompareView;
  /** At least one line. */
  readonly lines: readonly ShownLine[];
  readonly common: CommonIntervals;
  readonly zone: Zone;
  /** Seconds. */
  readonly now: number;
  readonly cursor: SharedCursor;
  readonly zooming: ChartZooming;
  readonly chart: RefObject<ChartHandle | null>;
}

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
