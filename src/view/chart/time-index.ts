// Finds a time in an ascending list of times.

import { upperBound } from '#core/values/lower-bound';

/** The last index whose time is at or before `time`; -1 if all are later. `times` ascends. */
export const indexAt = (times: ArrayLike<number>, time: number): number =>
  upperBound(times, time) - 1;
