// One compared series from the server, ready to be drawn: requested on its own dates, drawn on the
// dates of the comparison.

import type { SeriesColumns } from '#contract/forecast';
import { formatUtc, type Instant, SECOND_MS } from '#core/time/instant';
import { findResolution } from '#core/time/resolution';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { periodQuery } from '#explorer/series/period-query.ts';
import {
  observedUntilOf,
  originAt,
  type PointOrigin,
  partialIndices,
  pointNotes,
} from '#explorer/series/periods.ts';
import { endTimeOf } from '#explorer/series/series-facts.ts';
import {
  drawShifted,
  resolveSpan,
  type StampedValues,
  shiftInstant,
  shiftSpan,
} from '#explorer/series/shift-span.ts';
import { isForecast } from '#explorer/series/stats.ts';
import type { ComparedSeries, RangeChoice } from '#explorer/state/address.ts';
import { client } from '#explorer/state/session.ts';

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

export async function loadLine(
  { seriesId, shiftDays }: ComparedSeries,
  { from, to, resolution, complete }: RangeChoice,
  now: Instant,
  market: Zone,
  signal: AbortSignal,
): Promise<ComparedLine> {
  const detail = { kinds: 'true', ...periodQuery(resolution, complete) };
  const query = { from, to, resolution, ...detail };
  if (shiftDays === 0) {
    return drawLine(await client.columns(seriesId, query, { signal }), 0, market);
  }
  const span = resolveSpan(from, to, now, market) ?? (await askForSpan(seriesId, from, to, signal));
  // A series without a value has no span to shift.
  if (!span) return drawLine(await client.columns(seriesId, query, { signal }), shiftDays, market);
  const { start, end } = shiftSpan(span, shiftDays, market);
  const shifted = { from: formatUtc(start), to: formatUtc(end - 1), resolution, ...detail };
  return drawLine(await client.columns(seriesId, shifted, { signal }), shiftDays, market);
}

/** The span that `first`, `last` or an empty field mean for a series, which every answer names. */
async function askForSpan(
  seriesId: string,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<Span | undefined> {
  const answer = await client.columns(seriesId, { from, to, resolution: 'year' }, { signal });
  if (answer.from === null || answer.to === null) return undefined;
  // The answer gives the last instant in whole seconds.
  return { start: Date.parse(answer.from), end: Date.parse(answer.to) + SECOND_MS };
}

function drawLine(answer: SeriesColumns, shiftDays: number, market: Zone): ComparedLine {
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
