// One compared series from the server, ready to be drawn: requested on its own dates, drawn on the
// dates of the comparison.

import type { SeriesColumns } from '#contract/forecast';
import { formatUtc, type Instant, SECOND_MS } from '#core/time/instant';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { endTimeOf, lastObservedOf } from '#explorer/series/series-facts.ts';
import {
  drawShifted,
  resolveSpan,
  type StampedValues,
  shiftInstant,
  shiftSpan,
} from '#explorer/series/shift-span.ts';
import type { ComparedSeries, RangeChoice } from '#explorer/state/address.ts';
import { client } from '#explorer/state/session.ts';

export interface ComparedLine extends StampedValues {
  readonly answer: SeriesColumns;
  readonly shiftDays: number;
  /** The end of the last drawn interval, seconds. */
  readonly endTime: number;
  /** The last observed time stamp as drawn, seconds. What follows is forecast. */
  readonly lastObserved: number | undefined;
}

export async function loadLine(
  { seriesId, shiftDays }: ComparedSeries,
  { from, to, resolution }: RangeChoice,
  now: Instant,
  market: Zone,
  signal: AbortSignal,
): Promise<ComparedLine> {
  const query = { from, to, resolution };
  if (shiftDays === 0) {
    return drawLine(await client.columns(seriesId, query, { signal }), 0, market);
  }
  const span = resolveSpan(from, to, now, market) ?? (await askForSpan(seriesId, from, to, signal));
  // A series without a value has no span to shift.
  if (!span) return drawLine(await client.columns(seriesId, query, { signal }), shiftDays, market);
  const { start, end } = shiftSpan(span, shiftDays, market);
  const shifted = { from: formatUtc(start), to: formatUtc(end - 1), resolution };
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
  const lastObserved = lastObservedOf(answer);
  return {
    ...drawShifted(answer, answer.resolution, shiftDays, market),
    answer,
    shiftDays,
    endTime: drawn(endTimeOf(answer, market)),
    lastObserved: lastObserved === undefined ? undefined : drawn(lastObserved),
  };
}
