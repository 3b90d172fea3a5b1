// Values of periods that are not complete: hatched from zero, or from the axis, up to a thin line.

import { hatch } from '#explorer/chart/drawing/hatch.ts';
import { xOfTime, yOfValue } from '#explorer/chart/drawing/pixels.ts';
import { STYLE_COUNT } from '#explorer/chart/scene/colours.ts';
import type { DrawPartial } from '#explorer/chart/scene/scene.ts';
import { indicesIn, partialEnd } from '#view/chart/line';

/** CSS pixels. */
const TILE = 6;

export const drawPartial: DrawPartial = (ctx, frame, { line, axis }, now, colours) => {
  const { times, values, series } = line;
  const scale = frame.scales[axis];
  if (!scale || !series.partial?.size) return;
  const colour = colours.series[series.style % STYLE_COUNT]!;
  const base = Math.round(yOfValue(frame, scale, Math.min(Math.max(0, scale.min), scale.max)));
  const [from, to] = indicesIn(line, frame.span);
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = frame.ratio;
  const pattern = hatch(ctx, colour, Math.round(TILE * frame.ratio));
  for (let i = from; i < to; i++) {
    if (!series.partial.has(i)) continue;
    const left = Math.round(xOfTime(frame, times[i]!));
    const right = Math.max(left + 1, Math.round(xOfTime(frame, partialEnd(line, i, now))));
    const y = Math.round(yOfValue(frame, scale, values[i]!));
    ctx.globalAlpha = 0.4;
    ctx.fillStyle = pattern;
    ctx.fillRect(left, Math.min(y, base), right - left, Math.abs(base - y));
    ctx.globalAlpha = 1;
    ctx.beginPath();
    ctx.moveTo(left, y);
    ctx.lineTo(right, y);
    ctx.stroke();
  }
  ctx.restore();
};
