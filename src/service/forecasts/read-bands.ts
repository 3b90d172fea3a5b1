// A forecast run with its bands and its model's account of how it was made.

import type { Caller } from '#accounts/authenticate';
import { refuseField } from '#core/errors';
import type { Instant } from '#core/time/instant';
import {
  type BandChoice,
  type ChosenBands,
  chooseBands,
  type LevelBand,
  type PercentValues,
  percentsOf,
} from '#core/values/run-bands';
import { nativeOf, type ServiceContext } from '#service/context';
import { cutRun, type ForecastPart } from '#service/forecasts/cut-run';
import type { ForecastRequest } from '#service/forecasts/parse-forecast-request';
import { chooseRuns } from '#service/forecasts/read-forecast';
import type { ForecastTask } from '#service/forecasts/settle-forecast';
import { tooManyPoints } from '#service/point-cap';
import type { RunDetail } from '#store/run-store';
import type { SeriesRecord } from '#store/series-record';

/** A cut run whose bands have two bounds for each point, and whose quantiles have one value. */
export interface BandedPart extends ForecastPart, ChosenBands {
  readonly source: string;
  /** Undefined if the run came without details. */
  readonly detail: RunDetail | undefined;
  /** The percents of the quantiles that the run stores; none if it came with bands only. */
  readonly percents: readonly number[];
}

export interface BandsAnswer {
  readonly analyzedAt: Instant;
  readonly parts: readonly BandedPart[];
}

const USUAL: BandChoice = { levels: undefined, percents: [] };

/** Reads the run that `readForecast` would answer with. */
export async function readForecastBands(
  task: ForecastTask,
  caller: Caller,
  context: ServiceContext,
  choice: BandChoice = USUAL,
): Promise<BandsAnswer> {
  const { store } = context;
  const { analyzedAt, runs } = await chooseRuns(task, caller, context);
  const parts: BandedPart[] = [];
  for (const { category, series, run } of runs) {
    requireOwnResolution(task.request, series);
    // A bound is cut and converted like the run itself: it lies on the same grid.
    const cut = async (values: Float64Array) =>
      (await cutRun({ category, series, run: { ...run, values } }, task, context)).points.values;
    const stored = await store.readBands(series.key, analyzedAt, run.source);
    const chosen = chooseBands(stored, choice);
    const bands: LevelBand[] = [];
    for (const { level, lower, upper } of chosen.bands)
      bands.push({ level, lower: await cut(lower), upper: await cut(upper) });
    const quantiles: PercentValues[] = [];
    for (const { percent, values } of chosen.quantiles)
      quantiles.push({ percent, values: await cut(values) });
    const detail = await store.findRunDetail(series.key, analyzedAt, run.source);
    const part = await cutRun({ category, series, run }, task, context);
    const { source } = run;
    parts.push({ ...part, source, detail, percents: percentsOf(stored), bands, quantiles });
  }
  requireBoundsWithin(parts, caller);
  return { analyzedAt, parts };
}

/** The bands of hours do not tell how far a whole day's mean may be off. */
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

/** Counts a bound as a point: each point has one value, two bounds a level and one a quantile. */
function requireBoundsWithin(parts: readonly BandedPart[], { plan }: Caller): void {
  const count = parts.reduce(
    (sum, { points, bands, quantiles }) =>
      sum + points.times.length * (1 + 2 * bands.length + quantiles.length),
    0,
  );
  const cap = plan.pointsPerAnswer;
  if (count <= cap) return;
  throw tooManyPoints(`${count} values and bounds`, cap, 'ask for a shorter span');
}
