// The address of the rows of a figure: the slice that the scorecard counted, from its first value to its last.

import { formatUtc } from '#core/time/instant';
import { formatTimeOfDay } from '#core/time/time-of-day';
import { DECILES } from '#core/values/decile-score';
import type { Figures } from '#service/accuracy/score-figures';
import type { Scorecard, SourceScore } from '#service/accuracy/score-runs';

/** A series of others' forecasts has no runs: its rows are its values. */
export function linkToRows(
  { request, series, grid }: Scorecard,
  { name, kind, hasQuantiles }: SourceScore,
  daysAhead: number,
  extent: Figures['extent'],
): string | null {
  if (!extent) return null;
  const span = {
    from: formatUtc(grid.startOf(extent.first)),
    to: formatUtc(grid.startOf(extent.last)),
    ...(request.asOf === undefined ? {} : { asOf: new Date(request.asOf).toISOString() }),
  };
  if (kind === 'series') return addressOf(`/api/v1/series/${encodeURIComponent(name)}`, span);
  return addressOf(`/api/v1/forecasts/${encodeURIComponent(series.code)}/sliced`, {
    daysAhead: String(daysAhead),
    issuedBefore: formatTimeOfDay(request.issuedBefore),
    source: name,
    ...span,
    bands: 'true',
    // The score of a distribution is made of its deciles.
    ...(hasQuantiles ? { quantile: DECILES.join() } : {}),
    actual: 'true',
  });
}

/** Colons and commas stay as they are: a query may have them, and times and lists are easier to read. */
const addressOf = (path: string, query: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(query).toString().replaceAll('%3A', ':').replaceAll('%2C', ',')}`;
