// What mouse and touch ask of a chart.

import type { ChartSpan } from '#view/chart/frame';

export interface GestureTarget {
  /** How far one may zoom out and pan. */
  readonly whole: ChartSpan;
  /** Shows a part, or the whole. */
  zoomTo(span: ChartSpan | undefined): void;
  /** Shows what was shown before zooming. */
  reset(): void;
  /** Reads a time; undefined when the pointer leaves. */
  pointAt(time: number | undefined): void;
  pick(time: number): void;
}
