// The layers of a mix as areas behind the line of their sum.

import { xOfTime, yOfValue } from '#explorer/chart/drawing/pixels.ts';
import type { Underlay } from '#explorer/chart/scene/underlay.ts';
import type { Stack } from '#explorer/pages/compare/mix/stack.ts';
import type { ChartSpan, ValueRange } from '#view/chart/frame';
import { traceArea } from '#view/chart/step-area';
import { indexAt } from '#view/chart/time-index';
import { formatValue } from '#view/values/value-text';

export interface MixLayers extends Stack {
  readonly times: readonly number[];
  readonly endTime: number;
  readonly lines: readonly {
    readonly label: string;
    readonly style: number;
    readonly decimals: number;
    readonly values: readonly (number | null)[];
  }[];
}

const OPACITY = 0.72;

export const mixUnderlay = (mix: MixLayers): Underlay => ({
  range: (span) => rangeOf(mix, span),
  draw: (ctx, frame, colours) => {
    const scale = frame.scales.left;
    if (!scale) return;
    const [from, to] = indicesIn(mix, frame.span);
    const endTime = mix.times[to] ?? mix.endTime;
    ctx.save();
    ctx.globalAlpha = OPACITY;
    mix.layers.forEach(({ lower, upper }, i) => {
      const path = new Path2D();
      traceArea(
        { times: mix.times, lower, upper, from, to, endTime },
        (time) => Math.round(xOfTime(frame, time)),
        (value) => Math.round(yOfValue(frame, scale, value)),
        path,
      );
      ctx.fillStyle = colours.series[mix.lines[i]!.style]!;
      ctx.fill(path);
    });
    ctx.restore();
  },
  textAt: (time) => textAt(mix, time),
});

/** The indices [from, to) whose intervals touch a span. */
function indicesIn({ times, endTime }: MixLayers, { start, end }: ChartSpan): [number, number] {
  if (endTime <= start) return [0, 0];
  return [Math.max(0, indexAt(times, start)), indexAt(times, end) + 1];
}

function rangeOf(mix: MixLayers, span: ChartSpan): ValueRange | undefined {
  const [from, to] = indicesIn(mix, span);
  let [min, max] = [0, Number.NEGATIVE_INFINITY];
  for (const { lower, upper } of mix.layers) {
    for (let i = from; i < to; i++) {
      // Comparisons with NaN are false, so gaps pass by.
      if (lower[i]! < min) min = lower[i]!;
      if (upper[i]! > max) max = upper[i]!;
    }
  }
  return min <= max ? { min, max } : undefined;
}

/** Writes `dehrwind 12,000, dehrsolar 3,000`. */
function textAt({ times, endTime, lines }: MixLayers, time: number): string {
  const index = time < endTime ? indexAt(times, time) : -1;
  if (index < 0) return '';
  return lines
    .map(({ label, values, decimals }) => `${label} ${formatValue(values[index], decimals)}`)
    .join(', ');
}
