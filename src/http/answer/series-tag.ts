// What decides the bytes of a series answer, as text for an ETag: known before any value is read.

import { describeHours } from '#core/values/blocks';
import type { ServiceContext } from '#service/context';
import type { SeriesTask } from '#service/series/settle-series';

export function taskTag(
  { series, span, reduction, aggregation }: SeriesTask,
  { zone }: ServiceContext,
): string {
  const what =
    reduction.kind === 'extract'
      ? `${reduction.block.name} ${describeHours(reduction.block)}`
      : reduction.kind === 'resample'
        ? reduction.to.name
        : 'native';
  // The time beside the version, because a store made anew counts its versions from one again.
  return [
    series.code,
    series.version,
    series.updatedAt,
    span?.start,
    span?.end,
    what,
    aggregation,
    zone.name,
  ].join('|');
}
