// Marks the days on which the clock changes above the time axis: `25 h`, `23 h`.

import { xOfTime } from '#explorer/chart/drawing/pixels.ts';
import type { Colours } from '#explorer/chart/scene/colours.ts';
import type { Scene } from '#explorer/chart/scene/scene.ts';
import { clockChangeDays } from '#view/chart/clock-changes';
import type { Frame } from '#view/chart/frame';

/** CSS pixels. */
const TICK = 5;
const LIFT = 7;

export function drawClockChanges(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  { zone }: Scene,
  colours: Colours,
  fontPx: number,
): void {
  const { span, ratio, top, height, left, width } = frame;
  const bottom = top + height;
  ctx.save();
  ctx.font = `600 ${fontPx}px ${colours.font}`;
  ctx.fillStyle = colours.axis;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  for (const { start, end, hours, change } of clockChangeDays(span, zone)) {
    const tick = Math.round(xOfTime(frame, change));
    if (tick >= left && tick <= left + width)
      ctx.fillRect(tick, bottom - TICK * ratio, Math.max(1, Math.round(ratio)), TICK * ratio);
    // A day that is only partly in sight has its mark over that part.
    const [from, to] = [Math.max(start, span.start), Math.min(end, span.end)];
    const text = `${hours} h`;
    const room = ctx.measureText(text).width / 2;
    const x = Math.min(Math.max(xOfTime(frame, (from + to) / 2), left + room), left + width - room);
    ctx.fillText(text, x, bottom - LIFT * ratio);
  }
  ctx.restore();
}
