// A forecast run with its bands, and what its model says of how it was made.

import type { Caller } from '#accounts/authenticate';
import { Refusal, refuseField } from '#core/errors';
import type { Instant } from '#core/time/instant';
import { nativeOf, type ServiceContext } from '#service/context';
import type { ForecastRequest } from '#service/forecasts/parse-forecast-request';
import {
  chooseRuns,
  cutRun,
  type ForecastPart,
  type ForecastTask,
} from '#service/forecasts/read-forecast';
import type { RunBand, RunDetail, SeriesRecord } from '#store/series-store';

/** One run of one category, cut to the span; each band has a bound for each point. */
export interface BandedPart extends ForecastPart {
  readonly source: string;
  /** Undefined where whoever made the run said nothing of it. */
  readonly detail: RunDetail | undefined;
  readonly bands: readonly RunBand[];
}

export interface BandsAnswer {
  readonly analyzedAt: Instant;
  readonly parts: readonly BandedPart[];
}

/** The run that `readForecast` would answer with. */
export async function readForecastBands(
  task: ForecastTask,
  caller: Caller,
  context: ServiceContext,
): Promise<BandsAnswer> {
  const { kind, request } = task;
  const { store } = context;
  const { analyzedAt, runs } = await chooseRuns(task, caller, context);
  const parts: BandedPart[] = [];
  for (const { category, series, run } of runs) {
    requireOwnResolution(request, series);
    // A bound is cut and converted as if it were the run itself: it lies on the same grid.
    const cut = (values: Float64Array) =>
      cutRun(kind, { ...run, values }, category, series, request, context);
    const bands: RunBand[] = [];
    for (const { level, lower, upper } of await store.readBands(series.key, analyzedAt)) {
      const [low, high] = [await cut(lower), await cut(upper)];
      bands.push({ level, lower: low.points.values, upper: high.points.values });
    }
    const detail = await store.findRunDetail(series.key, analyzedAt);
    parts.push({ ...(await cut(run.values)), source: run.source, detail, bands });
  }
  requirePointsWithin(parts, caller);
  return { analyzedAt, parts };
}

/** How far values of a day miss together is not in the bands of its hours. */
function requireOwnResolution({ resolution }: ForecastRequest, series: SeriesRecord): void {
  const native = nativeOf(series);
  if (resolution.rank <= native.rank) return;
  throw refuseField(
    'bands_not_averaged',
    'resolution',
    `bands of ${series.code} are ${native.adverb} and cannot be averaged to ${resolution.adverb}`,
    [native.adverb],
  );
}

/** A bound counts as a point: an answer has one value and two bounds a level. */
function requirePointsWithin(parts: readonly BandedPart[], { plan }: Caller): void {
  const count = parts.reduce(
    (sum, { points, bands }) => sum + points.times.length * (1 + 2 * bands.length),
    0,
  );
  if (count <= plan.pointsPerAnswer) return;
  throw new Refusal(
    'too_many_points',
    `the answer would hold ${count} values and bounds; the plan allows ${plan.pointsPerAnswer}; ask for a shorter span`,
  );
}
