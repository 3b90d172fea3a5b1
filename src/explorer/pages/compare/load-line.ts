// One compared series from the server, ready to be drawn: asked for where it is, drawn where it is
// compared.

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
  /** End of the last drawn interval, seconds. */
  readonly endTime: number;
  /** As drawn, seconds; what follows is forecast. */
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
  // Without a value there is nothing that could be shifted.
  if (!span) return drawLine(await client.columns(seriesId, query, { signal }), shiftDays, market);
  const { start, end } = shiftSpan(span, shiftDays, market);
  const shifted = { from: formatUtc(start), to: formatUtc(end - 1), resolution };
  return drawLine(await client.columns(seriesId, shifted, { signal }), shiftDays, market);
}

/** What `first`, `last` or nothing come to for a series: the server says so with every answer. */
async function askForSpan(
  seriesId: string,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<Span | undefined> {
  const answer = await client.columns(seriesId, { from, to, resolution: 'year' }, { signal });
  if (answer.from === null || answer.to === null) return undefined;
  // The last instant is told in whole seconds.
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
