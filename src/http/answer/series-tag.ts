// The text of a series answer's ETag: everything that decides its bytes, known before any value is read.

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
  // The time besides the version: a new store counts its versions from one again.
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
