// One compared series as it is drawn: on the dates of the comparison, with what its values are. Pure.

import type { SeriesColumns } from '#contract/forecast';
import { SECOND_MS } from '#core/time/instant';
import { findResolution } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import {
  observedUntilOf,
  originAt,
  type PointOrigin,
  partialIndices,
  pointNotes,
} from '#view/values/periods';
import { endTimeOf } from '#view/values/series-facts';
import { drawShifted, type StampedValues, shiftInstant } from '#view/values/shift-span';
import { isForecast } from '#view/values/stats';

export interface ComparedLine extends StampedValues {
  readonly answer: SeriesColumns;
  readonly shiftDays: number;
  /** The end of the last drawn interval, seconds. */
  readonly endTime: number;
  /** The last observed time stamp as drawn, seconds. What follows is forecast. */
  readonly lastObserved: number | undefined;
  readonly kinds: readonly PointOrigin['kind'][];
  /** The indices of values of periods that are not complete. */
  readonly partial: ReadonlySet<number>;
  /** What the readout adds to single values. */
  readonly notes: ReadonlyMap<number, string> | undefined;
}

export function drawLine(answer: SeriesColumns, shiftDays: number, market: Zone): ComparedLine {
  const drawn = (seconds: number): number =>
    shiftInstant(seconds * SECOND_MS, -shiftDays, market) / SECOND_MS;
  const observedUntil = observedUntilOf(answer);
  const lastObserved = observedUntil === undefined ? undefined : drawn(observedUntil);
  const partial = partialIndices(answer);
  const shifted = drawShifted(answer, answer.resolution, shiftDays, market);
  const line = {
    ...shifted,
    answer,
    shiftDays,
    endTime: drawn(endTimeOf(answer, market)),
    lastObserved,
  };
  const isSame = shiftDays === 0 || findResolution(answer.resolution)?.stepMs === undefined;
  if (isSame) {
    const kinds = answer.times.map((_, i) => originAt(answer, i).kind);
    return { ...line, kinds, partial, notes: pointNotes(answer, partial) };
  }
  // Below a day a shift may leave out hours or draw them twice, so that places differ.
  const flags = answer.values.map((_, i) => (partial.has(i) ? 1 : 0));
  const { values } = drawShifted(
    { ...answer, values: flags },
    answer.resolution,
    shiftDays,
    market,
  );
  const indices = values.flatMap((flag, i) => (flag ? [i] : []));
  const kinds = shifted.times.map((time): PointOrigin['kind'] =>
    isForecast(time, lastObserved) ? 'forecast' : 'observed',
  );
  return { ...line, kinds, partial: new Set(indices), notes: undefined };
}
