// Names for the compared series: a series may be compared with itself, shifted.

import type { ComparedSeries } from '#view/address/comparison';

export interface Slot extends ComparedSeries {
  /** The code and the number of its occurrence, such as `dehrprice#2`. */
  readonly id: string;
}

export function slotsOf(series: readonly ComparedSeries[]): Slot[] {
  const seen = new Map<string, number>();
  return series.map((one) => {
    const count = (seen.get(one.seriesId) ?? 0) + 1;
    seen.set(one.seriesId, count);
    return { ...one, id: `${one.seriesId}#${count}` };
  });
}
