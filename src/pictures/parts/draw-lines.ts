// The lines of a chart: stepped or straight, broken at gaps, dashed if forecast, hatched if a period is not complete. Pure.

import { seriesColour } from '#pictures/palette';
import { type LineChart, type Plot, xWithin, yOfValue } from '#pictures/parts/plot';
import { element, joinSvg, numberText, PathData, type Svg } from '#pictures/svg/element';
import type { Pen } from '#pictures/svg/pen';
import type { ValueScale } from '#view/axes/value-splits';
import { traceUnder } from '#view/chart/area-under';
import { indicesIn, type Line, lineOf, partialEnd } from '#view/chart/line';
import { traceArea } from '#view/chart/step-area';
import { traceSteps } from '#view/chart/step-path';
import { traceStraight } from '#view/chart/straight-path';
import { bandOpacity } from '#view/runs/run-bands';

const FORECAST_DASH = [4, 2.5];
/** The dashes of the page: colour and dash go together unless lines are named at their ends. */
const DASHES: readonly (readonly number[])[] = [
  ...[[], [6, 4], [2, 3], [10, 4, 2, 4]],
  ...[
    [12, 3, 2, 3, 2, 3],
    [8, 3],
    [4, 3],
    [1, 3],
  ],
];
const FAINT = 0.45;
const AREA_OPACITY = 0.17;
const TILE = 6;

export const dashOf = (style: number, isLabelled: boolean): readonly number[] =>
  isLabelled ? [] : DASHES[style % DASHES.length]!;

export function drawLines(chart: LineChart, plot: Plot, pen: Pen): Svg {
  const { scale } = plot;
  if (!scale) return joinSvg();
  // The first line is drawn last, and faint ones come first.
  const lines = chart.series.map(lineOf).reverse();
  const faint = lines.filter(({ series }) => series.isFaint);
  const others = lines.filter(({ series }) => !series.isFaint);
  const drawn = [...faint, ...others].map((line) =>
    joinSvg(drawPartial(line, chart.now, plot, pen), drawLine(line, chart, plot, pen)),
  );
  return joinSvg(drawBands(chart, plot, scale, pen), drawArea(chart, plot, scale, pen), ...drawn);
}

function drawLine(line: Line, chart: LineChart, plot: Plot, pen: Pen): Svg {
  const { isLabelled = false, isStraight } = chart;
  const [from, to] = indicesIn(line, plot.span);
  const scale = plot.scale!;
  const { times, whole: values, series, forecastFrom } = line;
  const xOf = (time: number): number => xWithin(plot, time);
  const yOf = (value: number): number => yOfValue(plot, scale, value);
  const isThin = series.isFaint === true || to - from > plot.width;
  const split = Math.min(Math.max(forecastFrom, from), to);
  const own = dashOf(series.style, isLabelled);
  const parts = [true, false].map((isForecast) => {
    const [first, end] = isForecast ? [split, to] : [from, split];
    if (first >= end) return joinSvg();
    const path = new PathData();
    const endTime = times[end] ?? series.endTime;
    // The rise or fall from the last observed value belongs to the forecast.
    const steps = { times, values, from: first, to: end, endTime, joinsBefore: isForecast };
    (isStraight ? traceStraight : traceSteps)(steps, xOf, yOf, path);
    const dash = isForecast && own.length === 0 ? FORECAST_DASH : own;
    const lineWidth = isThin ? 1 : isForecast ? 1.25 : 1.75;
    return strokePath(path, seriesColour(pen.palette, series.style), {
      ...{ lineWidth, dash },
      opacity: (series.isFaint ? FAINT : 1) * (isForecast ? 0.85 : 1),
    });
  });
  return joinSvg(...parts);
}

interface Stroke {
  readonly lineWidth: number;
  readonly dash: readonly number[];
  readonly opacity: number;
}

function strokePath(path: PathData, stroke: string, { lineWidth, dash, opacity }: Stroke): Svg {
  const d = String(path);
  if (d === '') return joinSvg();
  // Level and upright strokes of an odd width are sharp between pixels.
  const isOdd = Math.round(lineWidth) % 2 === 1;
  return element('path', {
    ...{ d, stroke, fill: 'none', 'stroke-width': lineWidth },
    'stroke-dasharray': dash.length > 0 ? dash.map(numberText).join(' ') : undefined,
    'stroke-opacity': opacity < 1 ? opacity : undefined,
    transform: isOdd ? 'translate(0.5 0.5)' : undefined,
  });
}

/** Draws the values of periods that are not complete, up to now. */
function drawPartial(line: Line, now: number, plot: Plot, pen: Pen): Svg {
  const { times, values, series } = line;
  const scale = plot.scale!;
  if (!series.partial?.size) return joinSvg();
  const colour = seriesColour(pen.palette, series.style);
  const name = pen.nextName();
  const base = yOfValue(plot, scale, Math.min(Math.max(0, scale.min), scale.max));
  const [from, to] = indicesIn(line, plot.span);
  const shown = [...series.partial].filter((i) => i >= from && i < to && !Number.isNaN(values[i]!));
  const boxes = shown.map((i) => {
    const x = xWithin(plot, times[i]!);
    const width = Math.max(1, xWithin(plot, partialEnd(line, i, now)) - x);
    const y = yOfValue(plot, scale, values[i]!);
    const height = Math.abs(base - y);
    const area = { x, y: Math.min(y, base), width, height, fill: `url(#${name})` };
    const level = { x1: x, y1: y + 0.5, x2: x + width, y2: y + 0.5, stroke: colour };
    return joinSvg(element('rect', { ...area, class: 'partial' }), element('line', level));
  });
  return joinSvg(hatchPattern(name, colour), ...boxes);
}

const hatchPattern = (id: string, stroke: string): Svg =>
  element(
    'pattern',
    { id, width: TILE, height: TILE, patternUnits: 'userSpaceOnUse' },
    element('path', { d: 'M-1 1L1 -1M0 6L6 0M5 7L7 5', stroke, 'stroke-opacity': 0.4 }),
  );

/** Draws each band as one stepped area, the widest first. */
function drawBands({ bands }: LineChart, plot: Plot, scale: ValueScale, pen: Pen): Svg {
  if (!bands) return joinSvg();
  const { run, style } = bands;
  const fill = seriesColour(pen.palette, style);
  const { times, endTime } = run;
  const opacity = bandOpacity(run);
  const areas = run.bands.toReversed().map(({ lower, upper }) => {
    const path = new PathData();
    traceArea(
      { times, lower, upper, from: 0, to: times.length, endTime },
      (time) => xWithin(plot, time),
      (value) => yOfValue(plot, scale, value),
      path,
    );
    return element('path', { d: String(path), fill, 'fill-opacity': opacity, class: 'band' });
  });
  return joinSvg(...areas);
}

/** Fills the space between the values' line, which is the last, and zero. */
function drawArea(chart: LineChart, plot: Plot, scale: ValueScale, pen: Pen): Svg {
  const line = chart.series.at(-1);
  if (!chart.hasArea || !line) return joinSvg();
  const path = new PathData();
  traceUnder(
    line,
    chart.isStraight ?? false,
    (time) => xWithin(plot, time),
    (value) => yOfValue(plot, scale, value),
    path,
  );
  const fill = seriesColour(pen.palette, line.style);
  return element('path', { d: String(path), fill, 'fill-opacity': AREA_OPACITY, class: 'area' });
}
