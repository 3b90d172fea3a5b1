// The bands of a run as soft areas behind its line, stepped as the line is. The wider bands come first,
// so that the narrower ones lie darker on them.

import { xOfTime, yOfValue } from '#explorer/chart/drawing/pixels.ts';
import type { Colours } from '#explorer/chart/scene/colours.ts';
import type { Underlay } from '#explorer/chart/scene/underlay.ts';
import { decimalsOf, formatNumber } from '#view/axes/number-text';
import type { ChartSpan, Frame, ValueRange } from '#view/chart/frame';
import { traceArea } from '#view/chart/step-area';
import { indexAt } from '#view/chart/time-index';
import { type Band, type BandedTimes, bandOpacity, toldBands } from '#view/runs/run-bands';

const EDGE_OPACITY = 0.3;

/** The underlay of bands. `style` is that of the forecast's line. */
export function underlayOf(run: BandedTimes, style: number): Underlay {
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
function indicesIn({ times, endTime }: BandedTimes, { start, end }: ChartSpan): [number, number] {
  if (endTime <= start) return [0, 0];
  return [Math.max(0, indexAt(times, start)), indexAt(times, end) + 1];
}

function rangeOf(run: BandedTimes, span: ChartSpan): ValueRange | undefined {
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

/** Draws each band as one stepped area. The widest has an edge, which holds steep steps together. */
function drawBands(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  run: BandedTimes,
  colours: Colours,
  style: number,
): void {
  ctx.save();
  ctx.fillStyle = ctx.strokeStyle = colours.series[style]!;
  ctx.lineWidth = frame.ratio;
  ctx.lineJoin = 'miter';
  const opacity = bandOpacity(run);
  run.bands.toReversed().forEach((band, i) => {
    const path = pathOf(frame, run, band);
    ctx.globalAlpha = opacity;
    ctx.fill(path);
    if (i > 0) return;
    ctx.globalAlpha = EDGE_OPACITY;
    ctx.stroke(path);
  });
  ctx.restore();
}

function pathOf(frame: Frame, run: BandedTimes, { lower, upper }: Band): Path2D {
  const path = new Path2D();
  const scale = frame.scales.left;
  if (!scale) return path;
  const [from, to] = indicesIn(run, frame.span);
  const endTime = run.times[to] ?? run.endTime;
  traceArea(
    { times: run.times, lower, upper, from, to, endTime },
    (time) => Math.round(xOfTime(frame, time)),
    (value) => Math.round(yOfValue(frame, scale, value)),
    path,
  );
  return path;
}

/** Writes `80 % band 52.10 to 70.90, 90 % band 48.00 to 75.00`. */
function textAt(run: BandedTimes, time: number, decimals: number): string {
  const { times, endTime } = run;
  const index = time < endTime ? indexAt(times, time) : -1;
  if (index < 0) return '';
  const text = (value: number): string => formatNumber(value, decimals);
  return toldBands(run)
    .filter(({ lower, upper }) => !Number.isNaN(lower[index]! + upper[index]!))
    .map(({ level, lower, upper }) => {
      return `${level} % band ${text(lower[index]!)} to ${text(upper[index]!)}`;
    })
    .join(', ');
}
