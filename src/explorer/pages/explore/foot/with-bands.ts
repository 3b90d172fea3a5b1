// Bands, and the mark of what has changed, laid over what else is painted behind the lines, such as the area down
// to zero.

import { underlayOf } from '#explorer/chart/drawing/band-underlay.ts';
import type { Underlay } from '#explorer/chart/scene/underlay.ts';
import { freshUnderlay } from '#explorer/pages/explore/foot/fresh-underlay.ts';
import type { ChartSpan } from '#view/chart/frame';
import type { BandedTimes } from '#view/runs/run-bands';

/** Lays bands over an underlay; over nothing if it is undefined. */
export type LayBands = (under: Underlay | undefined) => Underlay;

/** The style of the line of values. */
const VALUES = 0;

/** Lays bands and changed spans, as far as there are any; undefined if there are none. */
export function layOver(
  run: BandedTimes | undefined,
  fresh: readonly ChartSpan[],
): LayBands | undefined {
  const laid: Underlay[] = [];
  if (fresh.length > 0) laid.push(freshUnderlay(fresh));
  if (run) laid.push(underlayOf(run, VALUES));
  if (laid.length === 0) return undefined;
  return (under) => [...(under ? [under] : []), ...laid].reduce(joined);
}

const joined = (a: Underlay, b: Underlay): Underlay => ({
  range: (span) => {
    const [first, second] = [a.range(span), b.range(span)];
    if (!first || !second) return first ?? second;
    return { min: Math.min(first.min, second.min), max: Math.max(first.max, second.max) };
  },
  draw: (...given) => {
    a.draw(...given);
    b.draw(...given);
  },
  textAt: (time) => [a.textAt(time), b.textAt(time)].filter(Boolean).join(', '),
});
