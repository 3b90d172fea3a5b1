// Zooming and panning on Explore: as far as the series has values.

import type { MetadataRecord, SeriesColumns } from '#contract/forecast';
import { DAY_MS, type Instant, SECOND_MS } from '#core/time/instant';
import { type Resolution, resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import type { ChartZooming } from '#explorer/chart/scene/chart-data.ts';
import { AHEAD_MS, useZooming } from '#explorer/parts/use-zooming.ts';
import type { ExploreView } from '#view/address/explore-address';
import type { ChartSpan } from '#view/chart/frame';
import { endTimeOf, readInstant, resolutionOfAnswer } from '#view/values/series-facts';

interface SeriesZoomingProps {
  readonly view: ExploreView;
  readonly answer: SeriesColumns;
  /** Whether the answer is that of the view. */
  readonly isCurrent: boolean;
  readonly record: MetadataRecord | undefined;
  readonly now: Instant;
  readonly market: Zone;
}

export function useSeriesZooming(props: SeriesZoomingProps): ChartZooming {
  const { view, answer, isCurrent, record, now, market } = props;
  const resolution = resolutionOfAnswer(answer) ?? resolutionOf('hour');
  const whole = { start: answer.times[0]!, end: endTimeOf(answer, market) };
  const reach = reachOf(record, whole, now, resolution);
  const { seriesId: subject } = view;
  return useZooming({ view, subject, whole, reach, resolution, isCurrent, market });
}

/** Returns the span from a series' first value to its last, or to as far ahead as its forecasts may reach. */
function reachOf(
  record: MetadataRecord | undefined,
  whole: ChartSpan,
  now: Instant,
  { stepMs = DAY_MS }: Resolution,
): ChartSpan {
  if (!record?.startDate || !record.endDate) return whole;
  const hasRuns = record.datasets.includes('short-term');
  const last = readInstant(record.endDate) + stepMs;
  const end = (hasRuns ? Math.max(last, now + AHEAD_MS) : last) / SECOND_MS;
  const start = readInstant(record.startDate) / SECOND_MS;
  return { start: Math.min(start, whole.start), end: Math.max(end, whole.end) };
}
