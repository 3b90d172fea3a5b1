// Zooming and panning on Explore: the part shown becomes From and To, and its values are loaded.

import { useEffect, useRef, useState } from 'react';
import type { MetadataRecord, SeriesColumns } from '#contract/forecast';
import { DAY_MS, type Instant, SECOND_MS } from '#core/time/instant';
import { type Resolution, resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import type { ChartZooming } from '#explorer/chart/scene/chart-data.ts';
import type { ChartSpan } from '#explorer/chart/scene/frame.ts';
import { endTimeOf, readInstant, resolutionOfAnswer } from '#explorer/series/series-facts.ts';
import { snapPart, zoomRange } from '#explorer/series/zoom-range.ts';
import type { ExploreView, SpanChoice } from '#explorer/state/address.ts';
import { show } from '#explorer/state/navigation.ts';

/** The pause after which a zoom becomes From and To. */
const SETTLE_MS = 300;
/** How far forecasts reach at most. */
const AHEAD_MS = 14 * DAY_MS;

/** A zoom while its values load. It ends when From and To become other than these. */
interface Zoom {
  readonly part: ChartSpan;
  readonly ends: SpanChoice;
  /** Whether `ends` are those of the part. */
  readonly isSettled: boolean;
}

/** What was shown before zooming. */
interface Base {
  readonly ends: SpanChoice;
  readonly part: ChartSpan;
}

interface ZoomingProps {
  readonly view: ExploreView;
  readonly answer: SeriesColumns;
  /** Whether the answer is that of the view. */
  readonly isCurrent: boolean;
  readonly record: MetadataRecord | undefined;
  readonly now: Instant;
  readonly market: Zone;
}

export function useZooming(props: ZoomingProps): ChartZooming {
  const { view, answer, isCurrent, record, now, market } = props;
  const [zoom, setZoom] = useState<Zoom>();
  const [base, setBase] = useState<Base>();
  const [timer] = useState(() => ({ id: undefined as ReturnType<typeof setTimeout> | undefined }));
  useEffect(() => () => clearTimeout(timer.id), [timer]);
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  }, [view]);

  const resolution = resolutionOfAnswer(answer) ?? resolutionOf('hour');
  const whole = wholeOf(answer, market);
  const isOurs = zoom !== undefined && isSame(zoom.ends, view);
  const zoomTo = (part: ChartSpan): void => {
    const { from, to } = view;
    // While the values of From and To load, those on the screen are of another span.
    const shown = isOurs && !isCurrent ? zoom.part : whole;
    if (!isOurs || !base) setBase({ ends: { from, to }, part: shown });
    setZoom({ part, ends: { from, to }, isSettled: false });
    clearTimeout(timer.id);
    timer.id = setTimeout(() => {
      const isLeft = latest.current.seriesId !== view.seriesId || !isSame(latest.current, view);
      if (isLeft) return;
      const ends = zoomRange(part, resolution, market);
      setZoom({ part, ends, isSettled: true });
      show({ ...latest.current, ...ends }, { replace: true });
    }, SETTLE_MS);
  };
  const reset = (): void => {
    clearTimeout(timer.id);
    if (!isOurs || !base) return;
    setZoom({ part: base.part, ends: base.ends, isSettled: true });
    setBase(undefined);
    show({ ...view, ...base.ends }, { replace: true });
  };
  const isBase = (part: ChartSpan): boolean =>
    isOurs && base !== undefined && isSamePart(snapPart(part, resolution, market), base.part);
  return {
    part: isOurs && !(zoom.isSettled && isCurrent) ? zoom.part : undefined,
    reach: reachOf(record, whole, now, resolution),
    base: isOurs ? base?.part : undefined,
    snap: (part) => snapPart(part, resolution, market),
    onZoom: (part) => (part === undefined || isBase(part) ? reset() : zoomTo(part)),
  };
}

const isSame = (a: SpanChoice, b: SpanChoice): boolean => a.from === b.from && a.to === b.to;

const isSamePart = (a: ChartSpan, b: ChartSpan): boolean => a.start === b.start && a.end === b.end;

const wholeOf = (answer: SeriesColumns, market: Zone): ChartSpan => ({
  start: answer.times[0]!,
  end: endTimeOf(answer, market),
});

/** From the series' first value to its last, or to as far ahead as its forecasts may reach. */
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
