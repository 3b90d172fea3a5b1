// A series as `writeColumns` writes it, as an object: for drawing, without the way through text.

import type { SeriesColumns } from '#contract/forecast';
import { SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { originStretches } from '#http/writers/point-columns';
import { headOf } from '#http/writers/write-document';
import type { SeriesAnswer } from '#service/series/read-series';

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

export function seriesColumns(answer: SeriesAnswer, market: Zone): SeriesColumns {
  const { points, detail, facts } = answer;
  const tally = detail?.hasCounts ? facts?.tally : undefined;
  return {
    ...headOf(answer, market),
    times: Array.from(points.times, (time) => time / SECOND_MS),
    values: Array.from(points.values, orNull),
    ...(tally && { counts: [...tally.counts], expected: [...tally.expected] }),
    ...(detail?.hasKinds && { origins: originStretches(answer) }),
  };
}
