// What is on the chart: lines with their axis and strength, the units of the two axes.

import type { Zone } from '#core/time/zone';
import type { Colours } from '#explorer/chart/scene/colours.ts';
import type { LineLabels } from '#explorer/chart/scene/line-labels.ts';
import type { Underlay } from '#explorer/chart/scene/underlay.ts';
import type { FitScale } from '#view/axes/value-splits';
import type { ChartSeries } from '#view/chart/chart-series';
import type { AxisSide, Frame } from '#view/chart/frame';
import { type Line, lineOf } from '#view/chart/line';
import type { TraceLine } from '#view/chart/step-path';

export interface SceneLine {
  readonly line: Line;
  readonly axis: AxisSide;
  /** 1 is full; faint lines fade from the first to the last. */
  readonly opacity: number;
  readonly isShown: boolean;
}

/** Draws the values of a line whose periods are not complete. `now` is in seconds. */
export type DrawPartial = (
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  line: SceneLine,
  now: number,
  colours: Colours,
) => void;

export interface Scene {
  /** The lines in the order of the series. */
  readonly lines: readonly SceneLine[];
  /** Left, then right; a chart of one unit has no right axis. */
  readonly units: readonly [left: string, right: string | undefined];
  readonly zone: Zone;
  readonly now: number;
  /** What the marker of now is called; `now` if left out. */
  readonly nowLabel?: string | undefined;
  readonly includesZero: boolean;
  /** Fits a logarithmic scale to the left axis, if one is wanted and all values are above zero. */
  readonly logScale?: FitScale | undefined;
  /** How lines are traced; as steps if left out. */
  readonly trace?: TraceLine | undefined;
  /** Undefined until it is needed and loaded. */
  readonly drawPartial?: DrawPartial | undefined;
  readonly underlay?: Underlay | undefined;
  /** The labels at the ends of lines, which are solid if they have any. */
  readonly labelled?: LineLabels | undefined;
}

const FAINT_FIRST = 0.65;
const FAINT_LAST = 0.3;

export function makeScene(
  series: readonly ChartSeries[],
  hidden: ReadonlySet<string>,
  setting: Omit<Scene, 'lines' | 'units'>,
): Scene {
  const units = [...new Set(series.map(({ unit }) => unit))];
  const faint = series.filter(({ isFaint }) => isFaint);
  const lines = series.map((one): SceneLine => {
    const rank = faint.indexOf(one) / Math.max(1, faint.length - 1);
    return {
      line: lineOf(one),
      // A third unit shares the left axis, a fourth the right one; the legend says so.
      axis: units.indexOf(one.unit) % 2 === 0 ? 'left' : 'right',
      opacity: one.isFaint ? FAINT_FIRST + (FAINT_LAST - FAINT_FIRST) * rank : 1,
      isShown: !hidden.has(one.id),
    };
  });
  return { ...setting, lines, units: [units[0] ?? '', units[1]] };
}

export const shownLines = ({ lines }: Scene): Line[] =>
  lines.filter(({ isShown }) => isShown).map(({ line }) => line);

/** The lines that the cursor reads: older runs in the background do not count. */
export const readLines = (scene: Scene): Line[] =>
  shownLines(scene).filter(({ series }) => !series.isFaint);

/** What a legend adds to a label to name its axis; empty if the chart has one unit. */
export function axisNote({ units }: Scene, { line, axis }: SceneLine): string {
  if (units[1] === undefined) return '';
  const { unit } = line.series;
  const unitOfAxis = axis === 'left' ? units[0] : units[1];
  return unit === unitOfAxis ? `${unit}, ${axis}` : `${unit}, on the ${unitOfAxis} axis`;
}
