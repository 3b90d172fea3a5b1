// Mouse and touch on a chart: drag zooms, Shift+drag and sideways wheels pan, Ctrl+wheel and pinching
// zoom around the pointer, a finger reads values. Plain scrolling stays the page's.

import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Plot } from '#explorer/chart/drawing/plot.ts';
import { fitSpan, panSpan, zoomSpan } from '#explorer/chart/input/chart-span.ts';
import type { ChartSpan } from '#explorer/chart/scene/frame.ts';

/** What a gesture asks for. */
export interface GestureTarget {
  readonly whole: ChartSpan;
  /** Shows a part, or the whole. */
  zoomTo(span: ChartSpan | undefined): void;
  /** Reads a time; undefined when the pointer leaves. */
  pointAt(time: number | undefined): void;
  pick(time: number): void;
}

/** A press becomes a drag after so many CSS pixels. */
const DRAG_PX = 5;
/** Wheel pixels that double or halve the span. */
const WHEEL_PX = 300;

interface Press {
  readonly kind: 'select' | 'pan' | 'touch' | 'pinch';
  readonly clientX: number;
  /** Span shown when the press began. */
  readonly span: ChartSpan;
  readonly time: number;
  isDrag: boolean;
}

interface Finger {
  clientX: number;
  /** Time under it when the pinch began. */
  time: number;
}

export function useGestures(
  host: RefObject<HTMLDivElement | null>,
  plot: RefObject<Plot | undefined>,
  target: GestureTarget,
) {
  const press = useRef<Press>(undefined);
  const fingers = useRef(new Map<number, Finger>());
  const pending = useRef<{ shown: ChartSpan; wanted: ChartSpan }>(undefined);

  /** What will be shown: several events may come before the plot has followed the first. */
  const wantedSpan = ({ span }: Plot): ChartSpan =>
    pending.current?.shown === span ? pending.current.wanted : span;

  const zoomTo = (shown: Plot, span: ChartSpan | undefined): void => {
    pending.current = { shown: shown.span, wanted: span ?? target.whole };
    target.zoomTo(span);
  };

  const onWheel = useEffectEvent((event: WheelEvent): void => {
    const shown = plot.current;
    if (!shown?.holds(event.clientX, event.clientY)) return;
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

  // React listens to wheels passively; this one must be able to keep the page still.
  useEffect(() => {
    const element = host.current!;
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [host]);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    const shown = plot.current;
    const { clientX, clientY, pointerId, pointerType, shiftKey, button } = event;
    if (!shown?.holds(clientX, clientY) || button !== 0) return;
    event.currentTarget.setPointerCapture(pointerId);
    const { span } = shown;
    const begin = (kind: Press['kind']): void => {
      press.current = { kind, clientX, span, time: shown.timeAt(clientX), isDrag: false };
    };
    if (pointerType !== 'touch') {
      begin(shiftKey ? 'pan' : 'select');
      return;
    }
    fingers.current.set(pointerId, { clientX, time: 0 });
    for (const finger of fingers.current.values()) finger.time = shown.timeAt(finger.clientX);
    begin(fingers.current.size > 1 ? 'pinch' : 'touch');
    if (fingers.current.size === 1) target.pointAt(shown.timeAt(clientX));
  };

  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const shown = plot.current;
    if (!shown) return;
    const { clientX, clientY, pointerId } = event;
    const current = press.current;
    if (!current) {
      target.pointAt(shown.holds(clientX, clientY) ? shown.timeAt(clientX) : undefined);
      return;
    }
    const finger = fingers.current.get(pointerId);
    if (finger) finger.clientX = clientX;
    if (Math.abs(clientX - current.clientX) > DRAG_PX) current.isDrag = true;
    if (current.kind === 'pinch') {
      pinch(shown);
    } else if (current.kind === 'pan') {
      const { start, end } = current.span;
      const seconds = ((current.clientX - clientX) / shown.innerWidth) * (end - start);
      if (current.isDrag) target.zoomTo(panSpan(current.span, target.whole, seconds));
    } else {
      const time = clamp(shown.timeAt(clientX), shown.span);
      target.pointAt(time);
      if (current.kind === 'select' && current.isDrag) shown.select(ordered(current.time, time));
    }
  };

  /** Two fingers hold on to the times they were put on. */
  const pinch = (shown: Plot): void => {
    const [a, b] = [...fingers.current.values()].sort((one, other) => one.time - other.time);
    if (!a || !b || b.clientX - a.clientX < DRAG_PX) return;
    const secondsPerPx = (b.time - a.time) / (b.clientX - a.clientX);
    const length = secondsPerPx * shown.innerWidth;
    const { start, end } = shown.span;
    // How far from the left finger the screen begins does not depend on the span shown.
    const part = (shown.timeAt(a.clientX) - start) / (end - start);
    const from = a.time - part * length;
    target.zoomTo(fitSpan({ start: from, end: from + length }, target.whole));
  };

  const onPointerUp = (event: PointerEvent<HTMLDivElement>): void => {
    const shown = plot.current;
    const current = press.current;
    fingers.current.delete(event.pointerId);
    // The finger that stays after a pinch does nothing until it is lifted as well.
    if (fingers.current.size > 0) return;
    press.current = undefined;
    if (!shown || !current) return;
    shown.select(undefined);
    const time = clamp(shown.timeAt(event.clientX), shown.span);
    if (!current.isDrag && current.kind !== 'pinch') target.pick(time);
    else if (current.kind === 'select') {
      target.zoomTo(fitSpan(ordered(current.time, time), target.whole));
    }
  };

  const onPointerCancel = (event: PointerEvent<HTMLDivElement>): void => {
    fingers.current.delete(event.pointerId);
    if (fingers.current.size === 0) press.current = undefined;
    plot.current?.select(undefined);
  };

  const onPointerLeave = (event: PointerEvent<HTMLDivElement>): void => {
    // A finger that is lifted leaves its reading on the screen.
    if (event.pointerType !== 'touch' && !press.current) target.pointAt(undefined);
  };

  const onDoubleClick = (): void => target.zoomTo(undefined);

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel,
    onPointerLeave,
    onDoubleClick,
  };
}

const clamp = (time: number, { start, end }: ChartSpan): number =>
  Math.min(Math.max(time, start), end);

const ordered = (a: number, b: number): ChartSpan => ({
  start: Math.min(a, b),
  end: Math.max(a, b),
});
