// Presses on a chart: a drag zooms, Shift+drag pans, two fingers pinch, one finger reads values, and a
// press without a drag picks a time.

import type { PointerEvent, RefObject } from 'react';
import type { Plot } from '#explorer/chart/drawing/plot.ts';
import type { GestureTarget } from '#explorer/chart/input/gesture-target.ts';
import { fitSpan, panSpan } from '#view/chart/chart-span';
import type { ChartSpan } from '#view/chart/frame';

/** A press becomes a drag after this many CSS pixels. */
const DRAG_PX = 5;

interface Press {
  readonly kind: 'select' | 'pan' | 'touch' | 'pinch';
  readonly clientX: number;
  /** The span shown when the press began. */
  readonly span: ChartSpan;
  readonly time: number;
  isDrag: boolean;
}

interface Finger {
  clientX: number;
  /** The time under the finger when the pinch began. */
  time: number;
}

/** The presses on one chart, from the first button or finger down to the last one up. */
export class PointerGestures {
  readonly #plot: RefObject<Plot | undefined>;
  #press: Press | undefined;
  readonly #fingers = new Map<number, Finger>();

  constructor(plot: RefObject<Plot | undefined>) {
    this.#plot = plot;
  }

  down(event: PointerEvent, target: GestureTarget): void {
    const plot = this.#plot.current;
    const { clientX, clientY, pointerId, pointerType, shiftKey, button } = event;
    if (!plot?.contains(clientX, clientY) || button !== 0) return;
    event.currentTarget.setPointerCapture(pointerId);
    const time = plot.timeAt(clientX);
    const begin = (kind: Press['kind']): void => {
      this.#press = { kind, clientX, span: plot.span, time, isDrag: false };
    };
    if (pointerType !== 'touch') {
      begin(shiftKey ? 'pan' : 'select');
      return;
    }
    this.#fingers.set(pointerId, { clientX, time });
    for (const finger of this.#fingers.values()) finger.time = plot.timeAt(finger.clientX);
    begin(this.#fingers.size > 1 ? 'pinch' : 'touch');
    if (this.#fingers.size === 1) target.pointAt(time);
  }

  move({ clientX, clientY, pointerId }: PointerEvent, target: GestureTarget): void {
    const [plot, press] = [this.#plot.current, this.#press];
    if (!plot) return;
    if (!press) {
      target.pointAt(plot.contains(clientX, clientY) ? plot.timeAt(clientX) : undefined);
      return;
    }
    const finger = this.#fingers.get(pointerId);
    if (finger) finger.clientX = clientX;
    if (Math.abs(clientX - press.clientX) > DRAG_PX) press.isDrag = true;
    if (press.kind === 'pinch') {
      this.#pinch(plot, target);
    } else if (press.kind === 'pan') {
      const { start, end } = press.span;
      const seconds = ((press.clientX - clientX) / plot.innerWidth) * (end - start);
      if (press.isDrag) target.zoomTo(panSpan(press.span, target.whole, seconds));
    } else {
      const time = clamp(plot.timeAt(clientX), plot.span);
      target.pointAt(time);
      if (press.kind === 'select' && press.isDrag) plot.select(ordered(press.time, time));
    }
  }

  /** Keeps the times under two fingers under them. */
  #pinch(plot: Plot, target: GestureTarget): void {
    const [a, b] = [...this.#fingers.values()].sort((one, other) => one.time - other.time);
    if (!a || !b || b.clientX - a.clientX < DRAG_PX) return;
    const secondsPerPx = (b.time - a.time) / (b.clientX - a.clientX);
    const length = secondsPerPx * plot.innerWidth;
    const { start, end } = plot.span;
    // The distance from the left finger to the screen's beginning does not depend on the span shown.
    const part = (plot.timeAt(a.clientX) - start) / (end - start);
    const from = a.time - part * length;
    target.zoomTo(fitSpan({ start: from, end: from + length }, target.whole));
  }

  up({ clientX, pointerId }: PointerEvent, target: GestureTarget): void {
    const [plot, press] = [this.#plot.current, this.#press];
    this.#fingers.delete(pointerId);
    // The finger that stays after a pinch does nothing until it is lifted as well.
    if (this.#fingers.size > 0) return;
    this.#press = undefined;
    if (!plot || !press) return;
    plot.select(undefined);
    const time = clamp(plot.timeAt(clientX), plot.span);
    if (!press.isDrag && press.kind !== 'pinch') target.pick(time);
    else if (press.kind === 'select') {
      target.zoomTo(fitSpan(ordered(press.time, time), target.whole));
    }
  }

  cancel({ pointerId }: PointerEvent): void {
    this.#fingers.delete(pointerId);
    if (this.#fingers.size === 0) this.#press = undefined;
    this.#plot.current?.select(undefined);
  }

  leave({ pointerType }: PointerEvent, target: GestureTarget): void {
    // A finger that is lifted leaves its reading on the screen.
    if (pointerType !== 'touch' && !this.#press) target.pointAt(undefined);
  }
}

const clamp = (time: number, { start, end }: ChartSpan): number =>
  Math.min(Math.max(time, start), end);

const ordered = (a: number, b: number): ChartSpan => ({
  start: Math.min(a, b),
  end: Math.max(a, b),
});
