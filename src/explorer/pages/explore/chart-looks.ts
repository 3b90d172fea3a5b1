// What the chart of Explore can look like beside a line: a logarithmic axis, and an area down to zero. It loads
// when one of them is chosen.

import { xOfTime, yOfValue } from '#explorer/chart/drawing/places.ts';
import type { Underlay } from '#explorer/chart/scene/underlay.ts';
import type { ChartSeries } from '#view/chart/chart-series';
import { traceArea } from '#view/chart/step-area';

export { logScale } from '#view/axes/log-scale';

const OPACITY = 0.18;

/** The area between a line and zero. It brings zero into sight. */
export function areaUnder({ times, values, endTime, style }: ChartSeries): Underlay {
  const bound = (pick: (a: number, b: number) => number): Float64Array =>
    Float64Array.from(values, (value) => (value === null ? Number.NaN : pick(value, 0)));
  const [lower, upper] = [bound(Math.min), bound(Math.max)];
  return {
    range: () => ({ min: 0, max: 0 }),
    textAt: () => '',
    draw: (ctx, frame, colours) => {
      const scale = frame.scales.left;
      if (!scale) return;
      const path = new Path2D();
      traceArea(
        { times, lower, upper, from: 0, to: times.length, endTime },
        (time) => Math.round(xOfTime(frame, time)),
        (value) => Math.round(yOfValue(frame, scale, value)),
        path,
      );
      ctx.save();
      ctx.fillStyle = colours.series[style]!;
      ctx.globalAlpha = OPACITY;
      ctx.fill(path);
      ctx.restore();
    },
  };
}
