// What a page may paint behind the lines, such as the bands of a run. A chart knows only this
// interface, so that a page without an underlay loads no code of one.

import type { Colours } from '#explorer/chart/scene/colours.ts';
import type { ChartSpan, Frame, ValueRange } from '#view/chart/frame';

/** A painting behind the lines. Its values are on the left axis. */
export interface Underlay {
  /** The least and greatest value within a span; undefined if the span has none. */
  range(span: ChartSpan): ValueRange | undefined;
  /** Paints after the grid and before the lines. */
  draw(ctx: CanvasRenderingContext2D, frame: Frame, colours: Colours): void;
  /** The text for a time; empty if it has none. */
  textAt(time: number): string;
}
