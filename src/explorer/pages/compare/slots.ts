// The compared series told apart: a series may be compared with itself, shifted. Pure.

import type { ComparedSeries } from '#explorer/state/address.ts';

export interface Slot extends ComparedSeries {
  /** The code and which of its occurrences it is: the same series may be compared with itself. */
  readonly slot: string;
}

export function slotsOf(series: readonly ComparedSeries[]): Slot[] {
  const seen = new Map<string, number>();
  return series.map((one) => {
    const count = (seen.get(one.seriesId) ?? 0) + 1;
    seen.set(one.seriesId, count);
    return { ...one, slot: `${one.seriesId}#${count}` };
  });
}
