// One uPlot: it lays out the canvas and draws the axes. The lines are ours, because they must keep every
// spike, break at every gap and change without a new plot.

import '#explorer/state/mend-language.ts';
import uPlot from 'uplot';
import { CursorMarks, type Dot } from '#explorer/chart/drawing/cursor-marks.ts';
import { drawLines, drawShade, drawTitles, drawZero } from '#explorer/chart/drawing/draw.ts';
import { drawClockChanges } from '#explorer/chart/drawing/draw-clock-changes.ts';
import { xOfTime, yOfValue } from '#explorer/chart/drawing/pixels.ts';
import {
  AXIS_FONT,
  BOTTOM,
  innerWidth,
  type PlotSize,
  type PlotState,
  plotOptions,
  TOP,
} from '#explorer/chart/drawing/plot-options.ts';
import type { Colours } from '#explorer/chart/scene/colours.ts';
import { fitScales } from '#explorer/chart/scene/fit-scales.ts';
import { valueIndexAt } from '#explorer/chart/scene/nearest-value.ts';
import { readAt, tipTexts } from '#explorer/chart/scene/reading-text.ts';
import type { Scene } from '#explorer/chart/scene/scene.ts';
import type { ChartSpan, Frame } from '#view/chart/frame';
import { endOfValue } from '#view/chart/line';

export class Plot {
  readonly #u: uPlot;
  readonly #state: PlotState;
  readonly #marks: CursorMarks;
  #cursor: number | undefined;

  /** Draws the plot in `host`, or off the page without one. `zoom` makes everything larger. */
  constructor(
    host: HTMLElement | undefined,
    size: PlotSize,
    { scene, span, colours }: { scene: Scene; span: ChartSpan; colours: Colours },
    zoom = 1,
  ) {
    const scales = fitScales(scene, span, innerHeight(size, zoom));
    const state: PlotState = { scene, span, scales, colours, zoom };
    this.#state = state;
    const options = plotOptions(state, size, {
      drawClear: [({ ctx }) => drawShade(ctx, this.#frame(), state.scene.now, state.colours.shade)],
      drawAxes: [({ ctx }) => drawZero(ctx, this.#frame(), state.colours.zero)],
      draw: [({ ctx }) => this.#drawFront(ctx)],
    });
    // uPlot gets only the ends of time: values never pass through it. It draws when this task ends,
    // before the browser paints.
    this.#u = new uPlot(options, [[span.start, span.end]], host);
    this.#marks = new CursorMarks(this.#u.over);
  }

  get canvas(): HTMLCanvasElement {
    return this.#u.ctx.canvas;
  }

  get size(): PlotSize {
    return { width: this.#u.width, height: this.#u.height };
  }

  get scene(): Scene {
    return this.#state.scene;
  }

  get colours(): Colours {
    return this.#state.colours;
  }

  get span(): ChartSpan {
    return this.#state.span;
  }

  /** The width of the part between the axes, CSS pixels. */
  get innerWidth(): number {
    return innerWidth(this.#u);
  }

  show(scene: Scene, span: ChartSpan): void {
    Object.assign(this.#state, { scene, span });
    this.#redraw();
  }

  recolour(colours: Colours): void {
    this.#state.colours = colours;
    this.#redraw();
  }

  resize({ width, height }: PlotSize): void {
    if (width !== this.#u.width || height !== this.#u.height) this.#redraw({ width, height });
  }

  destroy(): void {
    this.#u.destroy();
  }

  /** The time under a pixel of the window if `span` is shown. It may lie outside the span. */
  timeAt(clientX: number, { start, end } = this.#state.span): number {
    const { left, width } = this.#u.over.getBoundingClientRect();
    return start + ((clientX - left) / width) * (end - start);
  }

  /** Whether a pixel of the window is within the axes. */
  contains(clientX: number, clientY: number): boolean {
    const { left, right, top, bottom } = this.#u.over.getBoundingClientRect();
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  }

  /** Marks a time, or none. */
  moveCursor(time: number | undefined): void {
    this.#cursor = time;
    this.#moveMarks();
  }

  /** Shows the stretch that a drag has marked so far, or none. */
  select(span: ChartSpan | undefined): void {
    const frame = this.#frame();
    const at = (time: number): number => (xOfTime(frame, time) - frame.left) / uPlot.pxRatio;
    const left = span ? at(span.start) : 0;
    const width = span ? at(span.end) - left : 0;
    const height = span ? frame.height / uPlot.pxRatio : 0;
    this.#u.setSelect({ left, top: 0, width, height }, false);
  }

  #redraw(size = this.size): void {
    const u = this.#u;
    const { scene, span, zoom } = this.#state;
    this.#state.scales = fitScales(scene, span, innerHeight(size, zoom));
    u.batch(() => {
      if (size.width !== u.width || size.height !== u.height) u.setSize(size);
      u.setScale('x', { min: span.start, max: span.end });
      u.redraw(false, true);
    });
  }

  #drawFront(ctx: CanvasRenderingContext2D): void {
    const { scene, colours } = this.#state;
    const frame = this.#frame();
    drawLines(ctx, frame, scene, colours);
    const fontPx = Math.round(AXIS_FONT * frame.ratio);
    drawTitles(ctx, frame, scene, colours, fontPx);
    scene.labelled?.draw(ctx, frame, scene.lines, colours, fontPx);
    drawClockChanges(ctx, frame, scene, colours, fontPx);
    this.#moveMarks();
  }

  #frame(): Frame {
    const { left, top, width, height } = this.#u.bbox;
    const { span, scales, zoom } = this.#state;
    return { left, top, width, height, span, scales, ratio: uPlot.pxRatio * zoom };
  }

  #moveMarks(): void {
    const time = this.#cursor;
    const { scene, span, scales } = this.#state;
    if (time === undefined || time < span.start || time > span.end) {
      this.#marks.hide();
      return;
    }
    const frame = this.#frame();
    const leftOf = (at: number): number => (xOfTime(frame, at) - frame.left) / uPlot.pxRatio;
    const dots: Dot[] = [];
    for (const { line, axis, isShown } of scene.lines) {
      const scale = scales[axis];
      const index = valueIndexAt(line, time);
      const value = line.values[index] ?? Number.NaN;
      if (!isShown || line.series.isFaint || !scale || Number.isNaN(value)) continue;
      const top = (yOfValue(frame, scale, value) - frame.top) / uPlot.pxRatio;
      // A line that is no step has its value in the middle of the interval.
      const at = scene.trace ? (line.times[index]! + endOfValue(line, index)) / 2 : time;
      dots.push({ left: leftOf(at), top, style: line.series.style });
    }
    this.#marks.show(leftOf(time), dots, tipTexts(readAt(scene, time)));
  }
}

const innerHeight = ({ height }: PlotSize, zoom: number): number => height / zoom - TOP - BOTTOM;
