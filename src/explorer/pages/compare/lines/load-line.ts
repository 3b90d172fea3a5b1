// One compared series from the server, ready to be drawn: requested on its own dates, drawn on the
// dates of the comparison.

import { formatUtc, type Instant, SECOND_MS } from '#core/time/instant';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { client } from '#explorer/state/session.ts';
import type { ComparedSeries } from '#view/address/comparison';
import { periodQuery } from '#view/address/period-query';
import type { RangeChoice } from '#view/address/range-address';
import { type ComparedLine, drawLine } from '#view/compare/draw-line';
import { resolveSpan, shiftSpan } from '#view/values/shift-span';

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
