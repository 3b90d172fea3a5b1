// A chart of lines: plot, axes, the time after now, and the names of the lines. Pure.

import {
  AXIS_FONT,
  axisWidth,
  drawClockChanges,
  drawTimeAxis,
  drawValueAxis,
} from '#pictures/parts/draw-axes';
import { drawLines } from '#pictures/parts/draw-lines';
import { drawEndLabels, drawKey, endLabelRoom } from '#pictures/parts/end-labels';
import {
  type LineChart,
  type Plot,
  scaleOfChart,
  spanOfChart,
  xOfTime,
} from '#pictures/parts/plot';
import { joinSvg, movedTo, type Svg } from '#pictures/svg/element';
import type { Drawing, Pen } from '#pictures/svg/pen';

/** Room above the plot for the unit, and below it for two lines of times. */
const TOP = 24;
const BOTTOM = 36;
const RIGHT = 18;

export interface ChartSize {
  readonly width: number;
  /** The height without the key. */
  readonly height: number;
  /** The least width of the value axis, so that charts above each other begin at the same pixel. */
  readonly leastAxis?: number;
  /** The names of all charts above each other. */
  readonly labels?: readonly string[];
}

export function drawLineChart(chart: LineChart, size: ChartSize, pen: Pen): Drawing {
  const { width, height, leastAxis = 0, labels } = size;
  const { isLabelled = false, series, zone } = chart;
  const hasKey = !isLabelled && (series.length > 1 || chart.bands !== undefined);
  const key = hasKey ? drawKey(chart, width, pen) : { svg: joinSvg(), height: 0 };
  const names = labels ?? series.map(({ label }) => label);
  const right = isLabelled ? Math.max(RIGHT, endLabelRoom(names, width, pen)) : RIGHT;
  const inner = height - TOP - BOTTOM;
  const span = spanOfChart(chart);
  const scale = scaleOfChart(chart, span, inner);
  const left = Math.max(leastAxis, axisWidth(scale, pen));
  const plot: Plot = { left, top: TOP, width: width - left - right, height: inner, span, scale };
  const svg = joinSvg(
    drawShade(chart, plot, pen),
    drawTimeAxis(plot, zone, width, pen),
    drawValueAxis(plot, pen),
    drawLines(chart, plot, pen),
    drawNow(chart, plot, pen),
    isLabelled ? drawEndLabels(chart, plot, width, pen) : joinSvg(),
    drawClockChanges(plot, zone, pen),
    scale ? joinSvg() : drawAbsence(plot, pen),
  );
  return { svg: joinSvg(key.svg, movedTo(0, key.height, svg)), height: key.height + height };
}

/** Shades what lies after now. */
function drawShade({ now }: LineChart, plot: Plot, pen: Pen): Svg {
  const right = plot.left + plot.width;
  const x = Math.max(plot.left, Math.round(xOfTime(plot, now)));
  if (x >= right) return joinSvg();
  const { shade, shadeOpacity } = pen.palette;
  return pen.box(x, plot.top, right - x, plot.height, shade, shadeOpacity);
}

/** Writes the unit above its axis and marks now. */
function drawNow({ now, nowLabel = 'now', unit }: LineChart, plot: Plot, pen: Pen): Svg {
  const style = { size: AXIS_FONT, colour: pen.palette.axis };
  const baseline = plot.top - 10;
  const title = plot.scale ? pen.text(0, baseline, unit, style) : joinSvg();
  const x = Math.round(xOfTime(plot, now));
  if (x < plot.left || x > plot.left + plot.width) return title;
  const room = pen.width(nowLabel, style) / 2 + 8;
  const least = (plot.scale ? pen.width(unit, style) : 0) + room;
  const most = plot.left + plot.width - room;
  const middle = Math.min(Math.max(x, least), most);
  return joinSvg(
    title,
    pen.box(x, plot.top - 4, 1, plot.height + 4, pen.palette.axis),
    pen.text(middle, baseline, nowLabel, { ...style, anchor: 'middle' }),
  );
}

const drawAbsence = (plot: Plot, pen: Pen): Svg =>
  pen.text(plot.left + plot.width / 2, plot.top + plot.height / 2, 'no values', {
    ...{ size: 13, colour: pen.palette.inkDim, anchor: 'middle' },
  });
