// The value axes of what is on the screen: as wide as its values, with one grid for both sides.

import type { Scene } from '#explorer/chart/scene/scene.ts';
import { tidyScale, tidyScaleWith, type ValueScale } from '#view/axes/value-splits';
import type { AxisSide, ChartSpan, ValueRange } from '#view/chart/frame';
import { valueRange } from '#view/chart/line';

/** The scale of each side; undefined if no value is shown on that side. */
export type ValueScales = Readonly<Record<AxisSide, ValueScale | undefined>>;

/** The least distance between two grid lines, CSS pixels. */
const LEAST_INTERVAL = 46;
const FEWEST_INTERVALS = 2;
const MOST_INTERVALS = 9;

/** Fits both scales. `height` is the plot's between the axes, CSS pixels. */
export function fitScales(scene: Scene, span: ChartSpan, height: number): ValueScales {
  const most = Math.floor(height / LEAST_INTERVAL);
  const [left, right] = [rangeOf(scene, span, 'left'), rangeOf(scene, span, 'right')];
  const intervals = Math.min(Math.max(most, FEWEST_INTERVALS), MOST_INTERVALS);
  const fit = left && left.min > 0 && scene.logScale ? scene.logScale : tidyScale;
  const leftScale = left && fit(left.min, left.max, intervals);
  return {
    left: leftScale,
    right: right && tidyScaleWith(right.min, right.max, leftScale?.intervals ?? intervals),
  };
}

function rangeOf({ lines, includesZero, underlay }: Scene, span: ChartSpan, side: AxisSide) {
  const shown = lines.filter(({ axis, isShown }) => isShown && axis === side);
  const ofLines = valueRange(
    shown.map(({ line }) => line),
    span,
  );
  const range = side === 'left' ? joined(ofLines, underlay?.range(span)) : ofLines;
  return range && includesZero ? joined(range, { min: 0, max: 0 }) : range;
}

function joined(a: ValueRange | undefined, b: ValueRange | undefined): ValueRange | undefined {
  if (!a || !b) return a ?? b;
  return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) };
}
