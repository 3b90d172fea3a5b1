// Labels at the ends of lines, which a page may ask for. A chart knows only this interface, so that a page
// without them loads no code of them.

import type { Colours } from '#explorer/chart/scene/colours.ts';
import type { AxisSide, Frame } from '#view/chart/frame';

/** What labels need to know of a line on the chart. */
export interface EndingLine {
  readonly line: {
    readonly times: Float64Array;
    /** NaN is a gap. */
    readonly values: Float64Array;
    readonly series: { readonly label: string; readonly style: number };
  };
  readonly axis: AxisSide;
  readonly isShown: boolean;
}

/** Lines that carry their names at their ends. They are solid: dashes then mean forecasts alone. */
export interface LineLabels {
  /** The least width of the value axis, CSS pixels. */
  readonly axisWidth: number;
  /** The room beside a plot on a canvas of a width, CSS pixels. */
  room(width: number, font: string): number;
  draw(
    ctx: CanvasRenderingContext2D,
    frame: Frame,
    lines: readonly EndingLine[],
    colours: Colours,
    fontPx: number,
  ): void;
}
