// What every way to look at a comparison is given; each takes what it needs.

import type { RefObject } from 'react';
import type { Zone } from '#core/time/zone';
import type { ChartHandle, ChartZooming, SharedCursor } from '#explorer/chart/scene/chart-data.ts';
import type { CommonIntervals } from '#explorer/pages/compare/hours/shared-intervals.ts';
import type { CompareView } from '#view/address/address';
import type { ShownLine } from '#view/compare/shown-line';

export interface ShapeProps {
  readonly view: CompareView;
  /** The lines, at least one. */
  readonly lines: readonly ShownLine[];
  readonly common: CommonIntervals;
  readonly zone: Zone;
  /** Seconds. */
  readonly now: number;
  readonly cursor: SharedCursor;
  readonly zooming: ChartZooming;
  readonly chart: RefObject<ChartHandle | null>;
}
