// Finds a time in an ascending list of times.

/** Last index whose time is at or before `time`; -1 where all are later. `times` ascends. */
export function indexAt(times: ArrayLike<number>, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
