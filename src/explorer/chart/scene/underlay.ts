// What a page may have painted behind the lines, such as the bands of a run. A chart only knows that it
// is there: pages without one load nothing of it.

import type { Colours } from '#explorer/chart/scene/colours.ts';
import type { ChartSpan, Frame, ValueRange } from '#explorer/chart/scene/frame.ts';

/** Its values are on the left axis. */
export interface Underlay {
  /** Least and greatest value within a span; undefined where there is none. */
  range(span: ChartSpan): ValueRange | undefined;
  /** Paints after the grid and before the lines. */
  draw(ctx: CanvasRenderingContext2D, frame: Frame, colours: Colours): void;
  /** What it says of a time; empty where nothing. */
  textAt(time: number): string;
}
