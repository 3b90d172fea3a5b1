// A line with what is needed to lay it beside lines of other resolutions.

import type { Resolution } from '#core/time/resolution';
import type { PointOrigin } from '#explorer/series/periods.ts';
import type { IntervalValues } from '#explorer/series/stats.ts';

export interface GridLine extends IntervalValues {
  readonly resolution: Resolution;
  readonly kinds: readonly PointOrigin['kind'][];
}
