// A stepped area as a path: one outline for each stretch without a gap, along the upper bounds and back
// along the lower ones. Bounds that share a pixel column become one step, so that no bound is lost.

import type { PathSink } from '#view/chart/step-path';

/** The part of Path2D that is needed here. */
export interface AreaSink extends PathSink {
  closePath(): void;
}

export interface AreaSteps {
  readonly times: ArrayLike<number>;
  /** NaN is a gap, in either of the bounds. */
  readonly lower: ArrayLike<number>;
  readonly upper: ArrayLike<number>;
  /** The indices [from, to) are drawn. */
  readonly from: number;
  readonly to: number;
  /** When the last of them ends. */
  readonly endTime: number;
}

/** One step of an outline, in pixels. */
interface Step {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

/** Traces the area into `path`; `xOf` and `yOf` give whole pixels. */
export function traceArea(
  area: AreaSteps,
  xOf: (time: number) => number,
  yOf: (value: number) => number,
  path: AreaSink,
): void {
  const { times, lower, upper, from, to, endTime } = area;
  let steps: Step[] = [];
  for (let i = from; i < to; i++) {
    const x = xOf(times[i]!);
    if (Number.isNaN(lower[i]! + upper[i]!)) {
      writeOutline(steps, x, path);
      steps = [];
    } else addStep(steps, { x, top: yOf(upper[i]!), bottom: yOf(lower[i]!) });
  }
  writeOutline(steps, xOf(endTime), path);
}

function addStep(steps: Step[], { x, top, bottom }: Step): void {
  const last = steps.at(-1);
  if (last?.x === x) {
    steps[steps.length - 1] = {
      x,
      top: Math.min(last.top, top),
      bottom: Math.max(last.bottom, bottom),
    };
  } else if (last?.top !== top || last.bottom !== bottom) steps.push({ x, top, bottom });
}

/** Writes one closed outline that ends at `endX`, at least a pixel wide. */
function writeOutline(steps: readonly Step[], endX: number, path: AreaSink): void {
  const [first] = steps;
  if (!first) return;
  const end = Math.max(endX, first.x + 1);
  const endOf = (index: number): number => steps[index + 1]?.x ?? end;
  path.moveTo(first.x, first.top);
  steps.forEach(({ x, top }, index) => {
    if (index > 0) path.lineTo(x, top);
    path.lineTo(endOf(index), top);
  });
  for (let index = steps.length - 1; index >= 0; index--) {
    const { x, bottom } = steps[index]!;
    path.lineTo(endOf(index), bottom);
    path.lineTo(x, bottom);
  }
  path.closePath();
}
