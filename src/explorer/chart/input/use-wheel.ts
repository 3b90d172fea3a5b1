// The wheel on a chart: Ctrl+wheel zooms around the pointer, sideways wheels pan. Plain scrolling stays
// the page's.

import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Plot } from '#explorer/chart/drawing/plot.ts';
import type { GestureTarget } from '#explorer/chart/input/gesture-target.ts';
import { panSpan, zoomSpan } from '#view/chart/chart-span';
import type { ChartSpan } from '#view/chart/frame';

/** Wheel pixels that double or halve the span. */
const WHEEL_PX = 300;

export function useWheel(
  host: RefObject<HTMLDivElement | null>,
  plot: RefObject<Plot | undefined>,
  target: GestureTarget,
): void {
  const pending = useRef<{ shown: ChartSpan; wanted: ChartSpan }>(undefined);

  /** The span that will be shown: several events may arrive before the plot has followed the first. */
  const wantedSpan = ({ span }: Plot): ChartSpan =>
    pending.current?.shown === span ? pending.current.wanted : span;

  const zoomTo = (shown: Plot, span: ChartSpan | undefined): void => {
    pending.current = { shown: shown.span, wanted: span ?? target.whole };
    target.zoomTo(span);
  };

  const onWheel = useEffectEvent((event: WheelEvent): void => {
    const shown = plot.current;
    if (!shown?.contains(event.clientX, event.clientY)) return;
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!event.ctrlKey && !isSideways) return;
    event.preventDefault();
    const span = wantedSpan(shown);
    if (event.ctrlKey) {
      const factor = 2 ** (event.deltaY / WHEEL_PX);
      const around = shown.timeAt(event.clientX, span);
      zoomTo(shown, zoomSpan(span, target.whole, factor, around));
    } else {
      const delta = event.deltaX === 0 ? event.deltaY : event.deltaX;
      const seconds = (delta / shown.innerWidth) * (span.end - span.start);
      zoomTo(shown, panSpan(span, target.whole, seconds));
    }
  });

  // React listens to wheels passively; this listener must be able to keep the page still.
  useEffect(() => {
    const element = host.current!;
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [host]);
}
