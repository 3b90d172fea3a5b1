// The band of earlier years behind the lines of a season.

import { xOfTime, yOfValue } from '#explorer/chart/drawing/pixels.ts';
import type { Underlay } from '#explorer/chart/scene/underlay.ts';
import type { Season } from '#explorer/pages/compare/season/season.ts';
import type { ChartSpan, ValueRange } from '#view/chart/frame';
import { traceArea } from '#view/chart/step-area';
import { indexAt } from '#view/chart/time-index';
import { formatValue } from '#view/values/value-text';

const OPACITY = 0.2;

/** The underlay of a season. `style` is that of its line. */
export const seasonUnderlay = (season: Season, style: number, decimals: number): Underlay => ({
  range: (span) => rangeOf(season, span),
  draw: (ctx, frame, colours) => {
    const scale = frame.scales.left;
    if (!scale) return;
    const [from, to] = indicesIn(season, frame.span);
    const path = new Path2D();
    traceArea(
      { ...season, from, to, endTime: season.times[to] ?? season.endTime },
      (time) => Math.round(xOfTime(frame, time)),
      (value) => Math.round(yOfValue(frame, scale, value)),
      path,
    );
    ctx.save();
    ctx.globalAlpha = OPACITY;
    ctx.fillStyle = colours.series[style]!;
    ctx.fill(path);
    ctx.restore();
  },
  textAt: (time) => textAt(season, time, decimals),
});

/** The indices [from, to) whose intervals touch a span. */
function indicesIn({ times, endTime }: Season, { start, end }: ChartSpan): [number, number] {
  if (endTime <= start) return [0, 0];
  return [Math.max(0, indexAt(times, start)), indexAt(times, end) + 1];
}

function rangeOf(season: Season, span: ChartSpan): ValueRange | undefined {
  const [from, to] = indicesIn(season, span);
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = from; i < to; i++) {
    // Comparisons with NaN are false, so gaps pass by.
    if (season.lower[i]! < min) min = season.lower[i]!;
    if (season.upper[i]! > max) max = season.upper[i]!;
  }
  return min <= max ? { min, max } : undefined;
}

/** Writes `years before 20.10 to 120.30 (3 years)`. */
function textAt({ times, endTime, lower, upper, counts }: Season, time: number, decimals: number) {
  const index = time < endTime ? indexAt(times, time) : -1;
  const count = counts[index] ?? 0;
  if (count === 0) return '';
  const [least, greatest] = [lower, upper].map((side) => formatValue(side[index], decimals));
  return `years before ${least} to ${greatest} (${count} ${count === 1 ? 'year' : 'years'})`;
}
