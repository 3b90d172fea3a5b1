// The mark of what has just changed: a soft ground behind the line, over the whole height.

import { xOfTime } from '#explorer/chart/drawing/pixels.ts';
import type { Underlay } from '#explorer/chart/scene/underlay.ts';
import type { ChartSpan } from '#view/chart/frame';

const OPACITY = 0.16;
/** The least width of a marked span in CSS pixels: one in a view of a year would be too narrow to see. */
const LEAST_WIDTH = 4;
/** The style of the line of values. */
const VALUES = 0;

export const freshUnderlay = (spans: readonly ChartSpan[]): Underlay => ({
  range: () => undefined,
  textAt: () => '',
  draw: (ctx, frame, colours) => {
    ctx.save();
    ctx.globalAlpha = OPACITY;
    ctx.fillStyle = colours.series[VALUES]!;
    for (const { start, end } of spans) {
      const left = Math.round(xOfTime(frame, start));
      const width = Math.max(LEAST_WIDTH * frame.ratio, Math.round(xOfTime(frame, end)) - left);
      ctx.fillRect(left, frame.top, width, frame.height);
    }
    ctx.restore();
  },
});
