// Bands laid over what else is painted behind the lines, such as the area down to zero.

import { underlayOf } from '#explorer/chart/drawing/band-underlay.ts';
import type { Underlay } from '#explorer/chart/scene/underlay.ts';
import type { BandedTimes } from '#view/runs/run-bands';

/** Lays bands over an underlay; over nothing if it is undefined. */
export type LayBands = (under: Underlay | undefined) => Underlay;

/** The style of the line of values. */
const VALUES = 0;

export function layBands(run: BandedTimes): LayBands {
  const bands = underlayOf(run, VALUES);
  return (under) => (under ? joined(under, bands) : bands);
}

const joined = (a: Underlay, b: Underlay): Underlay => ({
  range: (span) => {
    const [first, second] = [a.range(span), b.range(span)];
    if (!first || !second) return first ?? second;
    return { min: Math.min(first.min, second.min), max: Math.max(first.max, second.max) };
  },
  draw: (...place) => {
    a.draw(...place);
    b.draw(...place);
  },
  textAt: (time) => [a.textAt(time), b.textAt(time)].filter(Boolean).join(', '),
});
