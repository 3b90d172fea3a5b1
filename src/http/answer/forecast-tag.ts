// The text of a forecast answer's ETag: everything that decides its bytes, known before any run is read.

import type { ServiceContext } from '#service/context';
import type { ForecastTask } from '#service/forecasts/settle-forecast';
import type { SeriesRecord } from '#store/series-store';

const versionOf = ({ code, version, updatedAt }: SeriesRecord): string =>
  `${code} ${version} ${updatedAt}`;

/** The text covers the plan's cap: an answer kept for a larger plan is none for a smaller one. */
export function forecastTag(
  { kind, request, found, rates }: ForecastTask,
  pointsPerAnswer: number,
  { zone }: ServiceContext,
): string {
  return [
    kind,
    request.area.code,
    request.issueTime,
    request.fromIssueTime,
    request.toIssueTime,
    request.first,
    request.last,
    request.resolution.name,
    request.currency,
    ...found.map(({ series }) => versionOf(series)),
    ...rates.map(versionOf),
    pointsPerAnswer,
    zone.name,
  ].join('|');
}
