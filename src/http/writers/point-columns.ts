// What an answer says of its points, as columns of a table and as fields of a document's head.

import { formatUtc } from '#core/time/instant';
import { VALUE_KINDS, type ValueKind } from '#core/values/origins';
import type { Tally } from '#core/values/tally';
import type { ColumnKind } from '#exporters/export-table';
import type { PointDetail } from '#service/series/point-detail';
import type { SeriesAnswer } from '#service/series/read-series';

export interface NamedColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly values: Float64Array;
}

/** The most buckets that a head lists; all are counted. */
export const MOST_INCOMPLETE = 1000;

/** The columns beside `time` and `value`; none if none was asked for. */
export function detailColumns({ detail, facts }: SeriesAnswer): NamedColumn[] {
  const { tally, origins } = facts ?? {};
  return [
    ...(tally && detail!.hasCounts
      ? ([
          { name: 'count', kind: 'number', values: tally.counts },
          { name: 'expected', kind: 'number', values: tally.expected },
        ] as const)
      : []),
    ...(origins && detail!.hasKinds
      ? ([
          { name: 'kind', kind: 'name', values: origins.kinds },
          { name: 'run', kind: 'time', values: origins.runs },
        ] as const)
      : []),
  ];
}

/** How complete points are, as a head says it. */
export function completenessHead(
  times: Float64Array,
  { counts, expected }: Tally,
  { threshold }: Pick<PointDetail, 'threshold'>,
) {
  const incomplete: { time: string; count: number; expected: number }[] = [];
  let incompleteCount = 0;
  for (let i = 0; i < counts.length; i++) {
    if (counts[i]! >= expected[i]!) continue;
    if (++incompleteCount > MOST_INCOMPLETE) continue;
    incomplete.push({ time: formatUtc(times[i]!), count: counts[i]!, expected: expected[i]! });
  }
  return { ...(threshold === undefined ? {} : { threshold }), incompleteCount, incomplete };
}

/** What the head of a series' document says of its points; nothing if nothing was asked for. */
export function detailHead({ detail, facts, points }: SeriesAnswer) {
  if (!detail || !facts) return {};
  const isCounted = detail.hasCounts || detail.threshold !== undefined;
  return {
    ...(detail.hasKinds ? { decimals: facts.decimals } : {}),
    ...(facts.tally && isCounted ? completenessHead(points.times, facts.tally, detail) : {}),
  };
}

/** Consecutive points of one kind and run, from the point `first` up to the next stretch. */
export interface OriginStretch {
  readonly first: number;
  readonly kind: ValueKind;
  readonly run: string | null;
}

/** The kinds and runs of points as stretches. A point without a value belongs to the stretch before it. */
export function originStretches({ facts }: SeriesAnswer): OriginStretch[] {
  const { kinds, runs, forecastFrom } = facts!.origins!;
  const stretches: OriginStretch[] = [];
  let [kind, run] = [Number.NaN, Number.NaN];
  const look = (i: number): void => {
    if (Number.isNaN(kinds[i]!) || (kinds[i] === kind && Object.is(runs[i], run))) return;
    [kind, run] = [kinds[i]!, runs[i]!];
    const time = Number.isNaN(run) ? null : formatUtc(run);
    stretches.push({ first: i, kind: VALUE_KINDS[kind]!, run: time });
  };
  // All observed points are one stretch.
  const first = kinds.findIndex((one) => !Number.isNaN(one));
  if (first >= 0 && first < forecastFrom) look(first);
  for (let i = forecastFrom; i < kinds.length; i++) look(i);
  return stretches;
}
