// A line with what is needed to lay it beside lines of other resolutions.

import type { Resolution } from '#core/time/resolution';
import type { PointOrigin } from '#view/values/periods';
import type { IntervalValues } from '#view/values/stats';

export interface GridLine extends IntervalValues {
  readonly resolution: Resolution;
  readonly kinds: readonly PointOrigin['kind'][];
}
