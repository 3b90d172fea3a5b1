// The one name that the page has for a resolution. Pure.

import { HOUR_MS, MINUTE_MS } from '#core/time/instant';
import type { Resolution } from '#core/time/resolution';

/** Writes `15 min`, `hour`, `day`. */
export const resolutionText = ({ name, stepMs = HOUR_MS }: Resolution): string =>
  stepMs < HOUR_MS ? `${stepMs / MINUTE_MS} min` : name;
