// The bands of a run as soft areas behind its line, stepped as the line is. The wider bands come first,
// so that the narrower ones lie darker on them.

import { decimalsOf, formatNumber } from '#explorer/chart/axes/number-text.ts';
import { xOfTime, yOfValue } from '#explorer/chart/drawing/draw.ts';
import type { Colours } from '#explorer/chart/scene/colours.ts';
import type { ChartSpan, Frame, ValueRange } from '#explorer/chart/scene/frame.ts';
import { indexAt } from '#explorer/chart/scene/time-index.ts';
import type { Underlay } from '#explorer/chart/scene/underlay.ts';
import type { Band, RunBands } from '#explorer/pages/forecasts/runs/run-bands.ts';

const OPACITY = 0.17;

/** The underlay of a run's bands. `style` is that of the run's line. */
export function underlayOf(run: RunBands, style: number): Underlay {
  const decimals = Math.max(
    0,
    ...run.bands.flatMap(({ lower, upper }) => [decimalsOf(lower), decimalsOf(upper)]),
  );
  return {
    range: (span) => rangeOf(run, span),
    draw: (ctx, frame, colours) => drawBands(ctx, frame, run, colours, style),
    textAt: (time) => textAt(run, time, decimals),
  };
}

/** The indices [from, to) whose intervals touch a span. */
function indicesIn({ times, endTime }: RunBands, { start, end }: ChartSpan): [number, number] {
  if (endTime <= start) return [0, 0];
  return [Math.max(0, indexAt(times, start)), indexAt(times, end) + 1];
}

function rangeOf(run: RunBands, span: ChartSpan): ValueRange | undefined {
  const [from, to] = indicesIn(run, span);
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { lower, upper } of run.bands) {
    for (let i = from; i < to; i++) {
      // Comparisons with NaN are false, so gaps pass by.
      if (lower[i]! < min) min = lower[i]!;
      if (upper[i]! > max) max = upper[i]!;
    }
  }
  return min <= max ? { min, max } : undefined;
}

function drawBands(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  run: RunBands,
  colours: Colours,
  style: number,
): void {
  ctx.save();
  ctx.globalAlpha = OPACITY;
  ctx.fillStyle = colours.series[style]!;
  for (const band of run.bands.toReversed()) ctx.fill(pathOf(frame, run, band));
  ctx.restore();
}

/** Outlines each stretch without a gap: along the upper bounds and back along the lower ones. */
function pathOf(frame: Frame, run: RunBands, { lower, upper }: Band): Path2D {
  const { times, endTime } = run;
  const path = new Path2D();
  const scale = frame.scales.left;
  if (!scale) return path;
  const x = (index: number): number => Math.round(xOfTime(frame, times[index] ?? endTime));
  const step = (index: number, values: Float64Array, isBack: boolean): void => {
    const y = Math.round(yOfValue(frame, scale, values[index]!));
    const sides = isBack ? [index + 1, index] : [index, index + 1];
    for (const side of sides) path.lineTo(x(side), y);
  };
  const [from, to] = indicesIn(run, frame.span);
  for (const [first, end] of stretches(lower, upper, from, to)) {
    path.moveTo(x(first), Math.round(yOfValue(frame, scale, upper[first]!)));
    for (let i = first; i < end; i++) step(i, upper, false);
    for (let i = end - 1; i >= first; i--) step(i, lower, true);
    path.closePath();
  }
  return path;
}

/** The parts [first, end) of [from, to) in which both bounds exist. */
export function* stretches(
  lower: Float64Array,
  upper: Float64Array,
  from: number,
  to: number,
): Generator<[first: number, end: number]> {
  let first = from;
  for (let i = from; i <= to; i++) {
    if (i < to && !Number.isNaN(lower[i]! + upper[i]!)) continue;
    if (first < i) yield [first, i];
    first = i + 1;
  }
}

/** Writes `80 % band 52.10 to 70.90, 90 % band 48.00 to 75.00`. */
function textAt({ times, endTime, bands }: RunBands, time: number, decimals: number): string {
  const index = time < endTime ? indexAt(times, time) : -1;
  if (index < 0) return '';
  const text = (value: number): string => formatNumber(value, decimals);
  return bands
    .filter(({ lower, upper }) => !Number.isNaN(lower[index]! + upper[index]!))
    .map(({ level, lower, upper }) => {
      return `${level} % band ${text(lower[index]!)} to ${text(upper[index]!)}`;
    })
    .join(', ');
}
