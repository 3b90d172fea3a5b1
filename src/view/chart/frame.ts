// The measures of a chart: spans of time, ranges of values, axes and pixels.

import type { ValueScale } from '#view/axes/value-splits';

export interface ChartSpan {
  readonly start: number;
  readonly end: number;
}

export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

export type AxisSide = 'left' | 'right';

/** The plot between the axes, in canvas pixels. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly span: ChartSpan;
  readonly scales: Readonly<Record<AxisSide, ValueScale | undefined>>;
  /** Canvas pixels per CSS pixel. */
  readonly ratio: number;
}
