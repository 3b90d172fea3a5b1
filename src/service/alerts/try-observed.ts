// Judges observed values at every instant of the past at which a rule could have judged otherwise than before.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Condition, Within } from '#core/alerts/condition';
import { type Finding, judgeGaps, judgeValues, type Stretch } from '#core/alerts/judge';
import type { Judgement } from '#core/alerts/replay';
import { refuseField } from '#core/errors';
import type { Grid } from '#core/time/grid';
import { HOUR_MS, type Instant } from '#core/time/instant';
import { type IndexSpan, indicesIn, intersect, isEmpty, type Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { newestIndices, watchedIndices } from '#service/alerts/judge-series';
import { gridOfSeries, type ServiceContext } from '#service/context';
import type { SeriesRecord } from '#store/series-record';

/** Values looked at for one series, each time that it is: about a second of work. */
const MOST_WORK = 40_000_000;
const WORK_A_TURN = 2_000_000;

/** What a rule looks at, at an instant. */
export interface Look {
  readonly at: Instant;
  readonly indices: IndexSpan | undefined;
}

/** The instants at which a rule looks at other intervals than before. */
export function* looksOver(
  within: Within | undefined,
  grid: Grid,
  { start, end }: Span,
  zone: Zone,
): Generator<Look> {
  const lookAt = (at: Instant): Look => ({ at, indices: watchedIndices(within, grid, at, zone) });
  yield lookAt(start);
  if (within === undefined) return;
  if (within.kind === 'named') {
    for (let day = zone.dayOf(start) + 1; zone.startOfDay(day) < end; day++) {
      yield lookAt(zone.startOfDay(day));
    }
    return;
  }
  // A span that moves with the clock moves by intervals; hours are fine enough for a count.
  let last = grid.indexOf(start);
  for (let at = Math.ceil((start + 1) / HOUR_MS) * HOUR_MS; at < end; at += HOUR_MS) {
    if (grid.indexOf(at) === last) continue;
    last = grid.indexOf(at);
    yield lookAt(at);
  }
}

/** Looks of a condition about the newest value: one as each interval ends. */
function* looksAtNewest(grid: Grid, span: Span, forMs: number): Generator<Look> {
  const { start, end } = indicesIn(grid, span);
  for (let index = start; index < end; index++) {
    const at = grid.startOf(index + 1);
    yield { at, indices: newestIndices(grid, { lastIndex: index }, forMs) };
  }
}

export async function* judgeValuesOver(
  condition: Condition,
  series: SeriesRecord,
  span: Span,
  { store, zone }: Pick<ServiceContext, 'store' | 'zone'>,
): AsyncGenerator<Judgement> {
  if (condition.kind !== 'values' && condition.kind !== 'gap') return;
  const { firstIndex, lastIndex, key } = series;
  if (firstIndex === null || lastIndex === null) return;
  const grid = gridOfSeries(series, zone);
  const observed = { start: firstIndex, end: lastIndex + 1 };
  const looks = condition.within
    ? [...looksOver(condition.within, grid, span, zone)]
    : [...looksAtNewest(grid, span, condition.forMs)];
  const clipped = looks.map(({ at, indices }) => ({ at, indices: intersect(indices!, observed) }));
  requireBounded(clipped);
  const all = coverOf(clipped, observed);
  const values = await store.readValues(key, all);
  const judge = judgeOf(condition, grid);
  let work = 0;
  for (const { at, indices } of clipped) {
    const { start, end } = indices;
    const part = {
      start,
      values: values.subarray(start - all.start, Math.max(start, end) - all.start),
    };
    yield { at, finding: isEmpty(indices) ? undefined : judge(part) };
    work += end - start;
    if (work < WORK_A_TURN) continue;
    work = 0;
    await nextTurn();
  }
}

const judgeOf =
  (condition: Condition & { kind: 'values' | 'gap' }, grid: Grid) =>
  (part: Stretch): Finding | undefined =>
    condition.kind === 'gap'
      ? judgeGaps(part, grid, condition.forMs)
      : judgeValues(part, grid, condition);

/** The intervals that any look needs. */
function coverOf(
  looks: readonly { readonly indices: IndexSpan }[],
  observed: IndexSpan,
): IndexSpan {
  let [start, end] = [observed.end, observed.start];
  for (const { indices } of looks) {
    if (isEmpty(indices)) continue;
    start = Math.min(start, indices.start);
    end = Math.max(end, indices.end);
  }
  return { start, end: Math.max(start, end) };
}

function requireBounded(looks: readonly { readonly indices: IndexSpan }[]): void {
  const work = looks.reduce(
    (sum, { indices: { start, end } }) => sum + Math.max(0, end - start),
    0,
  );
  if (work <= MOST_WORK) return;
  const message = 'this condition looks at too many values for so long a span; try fewer days';
  throw refuseField('field_invalid', 'from', message);
}
