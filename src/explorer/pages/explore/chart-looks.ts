// What the chart of Explore can look like beside a stepped line: straight strokes, a logarithmic axis, and an area
// down to zero. It loads when one of them is chosen.

import { xOfTime, yOfValue } from '#explorer/chart/drawing/pixels.ts';
import type { Underlay } from '#explorer/chart/scene/underlay.ts';
import { traceUnder } from '#view/chart/area-under';
import type { ChartSeries } from '#view/chart/chart-series';

export { logScale } from '#view/axes/log-scale';
export { traceStraight } from '#view/chart/straight-path';

const OPACITY = 0.18;

/** The area between a line and zero. It brings zero into sight. */
export const areaUnder = (line: ChartSeries, isStraight: boolean): Underlay => ({
  range: () => ({ min: 0, max: 0 }),
  textAt: () => '',
  draw: (ctx, frame, colours) => {
    const scale = frame.scales.left;
    if (!scale) return;
    const path = new Path2D();
    traceUnder(
      line,
      isStraight,
      (time) => Math.round(xOfTime(frame, time)),
      (value) => Math.round(yOfValue(frame, scale, value)),
      path,
    );
    ctx.save();
    ctx.fillStyle = colours.series[line.style]!;
    ctx.globalAlpha = OPACITY;
    ctx.fill(path);
    ctx.restore();
  },
});
