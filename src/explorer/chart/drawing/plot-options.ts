// How uPlot is set up: three axes with our own splits and labels, no legend, no cursor, no series.

import '#explorer/state/mend-language.ts';
import uPlot from 'uplot';
import type { Colours } from '#explorer/chart/scene/colours.ts';
import type { ValueScales } from '#explorer/chart/scene/fit-scales.ts';
import type { Scene } from '#explorer/chart/scene/scene.ts';
import { chooseTimeStep, timeSplits } from '#view/axes/time-splits';
import { timeLabels } from '#view/axes/time-text';
import { splitText, type ValueScale, valueSplits } from '#view/axes/value-splits';
import type { AxisSide, ChartSpan } from '#view/chart/frame';

/** What the plot shows now. uPlot reads it at every drawing. */
export interface PlotState {
  scene: Scene;
  span: ChartSpan;
  scales: ValueScales;
  colours: Colours;
  /** How much larger than on the screen everything is: 1 except for pictures and wallboards. */
  readonly zoom: number;
}

export interface PlotSize {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** CSS pixels. */
export const AXIS_FONT = 12;
/** Room above the plot for the units. */
export const TOP = 30;
/** Room below it for two lines of time labels. */
export const BOTTOM = 42;
const RIGHT = 18;
/** The least width of an axis: half a day label hangs over the first split. */
const LEAST_AXIS = 36;
const DAY_LABEL = 84;
/** The grid of a chart without values. */
const EMPTY_SPLITS = [0, 0.25, 0.5, 0.75, 1];

export function plotOptions(
  state: PlotState,
  { width, height }: PlotSize,
  hooks: uPlot.Hooks.Arrays,
): uPlot.Options {
  const px = (length: number): number => Math.round(length * state.zoom);
  return {
    width,
    height,
    hooks,
    padding: [px(TOP), (u, _side, [, hasRight]) => (hasRight ? 0 : rightRoom(u, state, px)), 0, 0],
    legend: { show: false },
    cursor: { show: false },
    series: [{}],
    scales: {
      x: { time: false, range: () => [state.span.start, state.span.end] },
      left: { range: () => valueLimits(state, 'left') },
      right: { range: () => valueLimits(state, 'right') },
    },
    axes: [timeAxis(state, px), valueAxis(state, px, 'left'), valueAxis(state, px, 'right')],
  };
}

/** The value by which uPlot finds the pixel of a value: its scales are linear. */
const linearOn = ({ logSplits }: ValueScale, value: number): number =>
  logSplits ? Math.log(value) : value;

/** Returns the limits of an axis. Without values the left one still has a grid, and the right one is not drawn. */
function valueLimits({ scales }: PlotState, side: AxisSide): uPlot.Range.MinMax {
  const scale = scales[side];
  if (scale) return [linearOn(scale, scale.min), linearOn(scale, scale.max)];
  return side === 'left' && !scales.right ? [0, 1] : [null, null];
}

type Px = (length: number) => number;

/** The room beside the plot: for half a label of time, or for the lines' names. */
function rightRoom(u: uPlot, { scene, colours, zoom }: PlotState, px: Px): number {
  const room = scene.labelled?.room(u.width / zoom, `${AXIS_FONT}px ${colours.font}`) ?? 0;
  return px(Math.max(RIGHT, room));
}

const axisLook = (state: PlotState, px: Px): uPlot.Axis => ({
  font: `${px(AXIS_FONT)}px ${state.colours.font}`,
  stroke: () => state.colours.axis,
  gap: px(8),
  ticks: { show: false },
  grid: { stroke: () => state.colours.grid, width: state.zoom },
});

function valueAxis(state: PlotState, px: Px, side: AxisSide): uPlot.Axis {
  return {
    ...axisLook(state, px),
    scale: side,
    side: side === 'left' ? 3 : 1,
    size: (u, labels) =>
      Math.max(
        textWidth(u, state, labels ?? []) + px(10),
        px(state.scene.labelled?.axisWidth ?? LEAST_AXIS),
      ),
    splits: () => {
      const scale = state.scales[side];
      return scale ? valueSplits(scale).map((value) => linearOn(scale, value)) : EMPTY_SPLITS;
    },
    values: (_u, splits) => {
      const scale = state.scales[side];
      return scale
        ? valueSplits(scale).map((value) => splitText(value, scale.logSplits ? value : scale.step))
        : splits.map(() => '');
    },
  };
}

function timeAxis(state: PlotState, px: Px): uPlot.Axis {
  const stepOf = (u: uPlot) =>
    chooseTimeStep(state.span.end - state.span.start, innerWidth(u) / state.zoom);
  return {
    ...axisLook(state, px),
    scale: 'x',
    side: 2,
    size: px(BOTTOM),
    lineGap: 1.35,
    splits: (u, _axis, min, max) => timeSplits(min, max, stepOf(u), state.scene.zone),
    values: (u, splits) => {
      const { start, end } = state.span;
      const secondsPerPx = (end - start) / innerWidth(u);
      const room = DAY_LABEL * state.zoom * secondsPerPx;
      // From the left of the plot to the edge of the canvas: a label that would be cut is left out.
      const edge = u.width - u.bbox.left / uPlot.pxRatio;
      return timeLabels(splits, stepOf(u), state.scene.zone, room).map((label, i) => {
        const at = (splits[i]! - start) / secondsPerPx;
        return at + textWidth(u, state, label.split('\n')) / 2 > edge ? null : label;
      });
    },
  };
}

/** The width of the plot between the axes, CSS pixels. */
export const innerWidth = ({ bbox }: uPlot): number => bbox.width / uPlot.pxRatio;

/** The width of the widest text, CSS pixels. */
function textWidth({ ctx }: uPlot, { zoom, colours }: PlotState, texts: readonly string[]): number {
  ctx.save();
  ctx.font = `${AXIS_FONT * zoom}px ${colours.font}`;
  const width = Math.max(0, ...texts.map((text) => ctx.measureText(text).width));
  ctx.restore();
  return Math.ceil(width);
}
