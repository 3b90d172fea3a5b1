// Paints a scene on a canvas: the time after now, the lines, the marker of now. Axes are uPlot's.

import { xOfTime, yOfValue } from '#explorer/chart/drawing/pixels.ts';
import { type Colours, dashOf, STYLE_COUNT } from '#explorer/chart/scene/colours.ts';
import type { Scene, SceneLine } from '#explorer/chart/scene/scene.ts';
import type { ChartSeries } from '#view/chart/chart-series';
import type { Frame } from '#view/chart/frame';
import { indicesIn } from '#view/chart/line';
import { traceSteps } from '#view/chart/step-path';

interface Stroke {
  /** CSS pixels. */
  readonly width: number;
  readonly dash: readonly number[];
  readonly opacity: number;
}

const FORECAST_DASH = [4, 2.5];
/** How far outside the frame a line goes on before it is cut off. CSS pixels. */
const BLEED = 20;

/** Shades what lies after now. */
export function drawShade(ctx: CanvasRenderingContext2D, frame: Frame, now: number, shade: string) {
  const right = frame.left + frame.width;
  const x = Math.max(frame.left, Math.round(xOfTime(frame, now)));
  if (x >= right) return;
  ctx.save();
  ctx.fillStyle = shade;
  ctx.fillRect(x, frame.top, right - x, frame.height);
  ctx.restore();
}

/** Draws a line at zero if values lie on both sides of it. */
export function drawZero(ctx: CanvasRenderingContext2D, frame: Frame, colour: string): void {
  const scale = frame.scales.left;
  if (!scale || scale.min >= 0 || scale.max <= 0) return;
  const width = Math.max(1, Math.round(frame.ratio));
  ctx.save();
  ctx.fillStyle = colour;
  ctx.fillRect(frame.left, Math.round(yOfValue(frame, scale, 0)), frame.width, width);
  ctx.restore();
}

/** Draws the lines, the first series on top and faint ones at the back, over the underlay. */
export function drawLines(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  scene: Scene,
  colours: Colours,
): void {
  const isFaint = ({ line }: SceneLine): boolean => line.series.isFaint === true;
  const shown = scene.lines.filter(({ isShown }) => isShown).reverse();
  ctx.save();
  ctx.beginPath();
  ctx.rect(frame.left, frame.top - frame.ratio, frame.width, frame.height + 2 * frame.ratio);
  ctx.clip();
  scene.underlay?.draw(ctx, frame, colours);
  ctx.lineJoin = 'miter';
  for (const line of shown.filter(isFaint)) drawLine(ctx, frame, line, colours, scene);
  for (const line of shown.filter((one) => !isFaint(one))) {
    scene.drawPartial?.(ctx, frame, line, scene.now, colours);
    drawLine(ctx, frame, line, colours, scene);
  }
  ctx.restore();
}

function drawLine(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  sceneLine: SceneLine,
  colours: Colours,
  { trace, labelled }: Scene,
): void {
  const { line, axis, opacity } = sceneLine;
  const scale = frame.scales[axis];
  let [from, to] = indicesIn(line, frame.span);
  if (!scale || from >= to) return;
  const { times, whole: values, series, forecastFrom } = line;
  let bleed = BLEED * frame.ratio;
  if (trace) {
    // A stroke to the next value outside of the frame keeps its slope.
    from = Math.max(0, from - 1);
    to = Math.min(times.length, to + 1);
    bleed = Number.MAX_SAFE_INTEGER;
  }
  const right = frame.left + frame.width + bleed;
  const xOf = (time: number): number =>
    Math.round(Math.min(Math.max(xOfTime(frame, time), frame.left - bleed), right));
  const yOf = (value: number): number => Math.round(yOfValue(frame, scale, value));
  const isDense = to - from > frame.width / frame.ratio;
  const split = Math.min(Math.max(forecastFrom, from), to);
  const colour = colours.series[series.style % STYLE_COUNT]!;

  for (const isForecast of [true, false]) {
    const [first, end] = isForecast ? [split, to] : [from, split];
    if (first >= end) continue;
    const path = new Path2D();
    const endTime = times[end] ?? series.endTime;
    // The rise or fall from the last observed value belongs to the forecast.
    const steps = { times, values, from: first, to: end, endTime, joinsBefore: isForecast };
    (trace ?? traceSteps)(steps, xOf, yOf, path);
    const dash = dashOf(series.style, labelled !== undefined);
    const stroke = strokeOf(series, dash, isForecast, isDense, opacity);
    strokePath(ctx, path, colour, stroke, frame.ratio);
  }
}

function strokeOf(
  series: ChartSeries,
  own: readonly number[],
  isForecast: boolean,
  isDense: boolean,
  opacity: number,
): Stroke {
  const dash = isForecast && own.length === 0 ? FORECAST_DASH : own;
  if (series.isFaint || isDense)
    return { width: 1, dash, opacity: isForecast ? opacity * 0.7 : opacity };
  return isForecast
    ? { width: 1.25, dash, opacity: opacity * 0.85 }
    : { width: 1.75, dash, opacity };
}

function strokePath(
  ctx: CanvasRenderingContext2D,
  path: Path2D,
  colour: string,
  { width, dash, opacity }: Stroke,
  ratio: number,
): void {
  const lineWidth = width * ratio;
  // Level and upright strokes of an odd width are sharp between pixels.
  const offset = (Math.round(lineWidth) % 2) / 2;
  ctx.save();
  ctx.translate(offset, offset);
  ctx.globalAlpha = opacity;
  ctx.strokeStyle = colour;
  ctx.lineWidth = lineWidth;
  ctx.setLineDash(dash.map((length) => length * ratio));
  ctx.stroke(path);
  ctx.restore();
}

/** Draws the units above their axes, and the marker of now between them. */
export function drawTitles(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  { units, now, nowLabel = 'now' }: Scene,
  colours: Colours,
  fontPx: number,
): void {
  const { ratio, left, width, top, height } = frame;
  const baseline = top - 14 * ratio;
  const [leftUnit, rightUnit = ''] = [
    frame.scales.left ? units[0] : '',
    frame.scales.right && units[1],
  ];
  ctx.save();
  ctx.font = `${fontPx}px ${colours.font}`;
  ctx.fillStyle = colours.axis;
  ctx.textBaseline = 'alphabetic';
  ctx.textAlign = 'left';
  ctx.fillText(leftUnit, 0, baseline);
  ctx.textAlign = 'right';
  ctx.fillText(rightUnit, ctx.canvas.width, baseline);
  const x = Math.round(xOfTime(frame, now));
  if (x >= left && x <= left + width) {
    ctx.fillRect(x, top - 4 * ratio, Math.max(1, Math.round(ratio)), height + 4 * ratio);
    ctx.textAlign = 'center';
    const room = ctx.measureText(nowLabel).width / 2 + 8 * ratio;
    const least = ctx.measureText(leftUnit).width + room;
    const most = ctx.canvas.width - ctx.measureText(rightUnit).width - room;
    ctx.fillText(nowLabel, Math.min(Math.max(x, least), most), baseline);
  }
  ctx.restore();
}
