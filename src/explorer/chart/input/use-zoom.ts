// The zoom: which part of the chart is shown. The chart keeps it, or the page does.

import { useEffect, useMemo, useState } from 'react';
import type { ChartZooming } from '#explorer/chart/scene/chart-data.ts';
import { fitSpan, isAboutSame } from '#view/chart/chart-span';
import type { ChartSpan } from '#view/chart/frame';

export interface ZoomState {
  readonly span: ChartSpan;
  /** How far one may zoom out and pan. */
  readonly limits: ChartSpan;
  readonly isZoomed: boolean;
  /** Shows a part; undefined is as far as the limits. */
  zoomTo(part: ChartSpan | undefined): void;
  /** Shows what was shown before zooming. */
  reset(): void;
  /** What `reset` shows. */
  readonly base: ChartSpan;
  snap(span: ChartSpan): ChartSpan;
}

/** A part that a person chose, and the whole it was chosen from. */
interface Zoom {
  readonly span: ChartSpan;
  readonly whole: ChartSpan;
}

export function useZoom(whole: ChartSpan, zooming: ChartZooming | undefined): ZoomState {
  const own = useOwnZoom(whole);
  if (!zooming) return own;
  const { part, reach, base, snap, onZoom } = zooming;
  return {
    span: part ?? whole,
    limits: reach,
    isZoomed: base !== undefined,
    zoomTo: (wanted) => onZoom(wanted ?? reach),
    reset: () => onZoom(undefined),
    base: base ?? whole,
    snap,
  };
}

/** The part shown. It stays while data of the same span is reloaded, and ends with another span. */
function useOwnZoom(whole: ChartSpan): ZoomState {
  const [zoom, setZoom] = useState<Zoom>();
  const isKept = zoom !== undefined && isAboutSame(zoom.whole, whole);
  const span = useMemo(
    () => (isKept ? (fitSpan(zoom.span, whole) ?? whole) : whole),
    [isKept, zoom, whole],
  );
  const isLost = zoom !== undefined && !isKept;
  useEffect(() => {
    if (isLost) setZoom(undefined);
  }, [isLost]);
  return {
    span,
    limits: whole,
    isZoomed: span !== whole,
    zoomTo: (part) => setZoom(part && { span: part, whole }),
    reset: () => setZoom(undefined),
    base: whole,
    snap: (part) => part,
  };
}
