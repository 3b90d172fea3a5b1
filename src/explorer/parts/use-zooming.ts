// Zooming and panning a chart: the part shown becomes From and To, and the page loads its values.

import { useEffect, useRef, useState } from 'react';
import { DAY_MS } from '#core/time/instant';
import type { Resolution } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import type { ChartZooming } from '#explorer/chart/scene/chart-data.ts';
import { snapPart, zoomRange } from '#explorer/series/zoom-range.ts';
import { useViewScope } from '#explorer/state/view-scope.ts';
import type { CompareView } from '#view/address/address';
import type { ExploreView } from '#view/address/explore-address';
import type { SpanChoice } from '#view/address/range-address';
import type { ChartSpan } from '#view/chart/frame';

/** The pause after which a zoom becomes From and To. */
const SETTLE_MS = 300;

/** How far ahead of now one may pan: as far as forecasts reach. */
export const AHEAD_MS = 14 * DAY_MS;

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

export interface ZoomedChart {
  readonly view: ExploreView | CompareView;
  /** What the chart shows, whatever its span: a zoom that waits ends with it. */
  readonly subject: string;
  /** The span of the values on the screen. */
  readonly whole: ChartSpan;
  /** How far one may zoom out and pan. */
  readonly reach: ChartSpan;
  /** Zooms are of whole intervals of this resolution. */
  readonly resolution: Resolution;
  /** Whether the values on the screen are those of the view. */
  readonly isCurrent: boolean;
  readonly market: Zone;
}

export function useZooming(chart: ZoomedChart): ChartZooming {
  const { show } = useViewScope();
  const { view, whole, reach, resolution, isCurrent, market } = chart;
  const [zoom, setZoom] = useState<Zoom>();
  const [base, setBase] = useState<Base>();
  const [timer] = useState(() => ({ id: undefined as ReturnType<typeof setTimeout> | undefined }));
  useEffect(() => () => clearTimeout(timer.id), [timer]);
  const latest = useRef(chart);
  useEffect(() => {
    latest.current = chart;
  }, [chart]);

  const isOurs = zoom !== undefined && isSame(zoom.ends, view);
  const zoomTo = (part: ChartSpan): void => {
    const { from, to } = view;
    // While the values of From and To load, those on the screen are of another span.
    const shown = isOurs && !isCurrent ? zoom.part : whole;
    if (!isOurs || !base) setBase({ ends: { from, to }, part: shown });
    setZoom({ part, ends: { from, to }, isSettled: false });
    clearTimeout(timer.id);
    timer.id = setTimeout(() => {
      const { subject, view: shownView } = latest.current;
      if (subject !== chart.subject || !isSame(shownView, view)) return;
      const ends = zoomRange(part, resolution, market);
      setZoom({ part, ends, isSettled: true });
      show({ ...shownView, ...ends }, { replace: true });
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
    reach,
    base: isOurs ? base?.part : undefined,
    snap: (part) => snapPart(part, resolution, market),
    onZoom: (part) => (part === undefined || isBase(part) ? reset() : zoomTo(part)),
  };
}

const isSame = (a: SpanChoice, b: SpanChoice): boolean => a.from === b.from && a.to === b.to;

const isSamePart = (a: ChartSpan, b: ChartSpan): boolean => a.start === b.start && a.end === b.end;
