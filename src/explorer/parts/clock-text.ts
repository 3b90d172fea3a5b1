// Times of day as a clock shows them. Pure.

import { formatWall, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';

/** Writes `14:05`. */
export const clockText = (instant: Instant, zone: Zone): string =>
  wallOf(instant, zone).slice(11, 16);

/** Writes `14:05:09`. */
export const clockTextWithSeconds = (instant: Instant, zone: Zone): string =>
  wallOf(instant, zone).slice(11, 19);

const wallOf = (instant: Instant, zone: Zone): string =>
  formatWall(instant + zone.offsetAt(instant));
