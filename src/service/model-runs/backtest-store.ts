// A backtest on a store: the model runs for past days with the values that were known at the time.

import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { PastRun } from '#model/days/past-runs';
import { type Forecast, forecastDays } from '#model/forecast-days';
import { KeptFits } from '#model/members/kept-fits';
import type { Refused } from '#model/tiers';
import { gatherDays } from '#service/model-runs/model-days';
import { slotsOf } from '#service/model-runs/model-drivers';
import { type ModelTarget, settleTarget } from '#service/model-runs/settle-target';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

export interface StoreBacktest {
  readonly series: SeriesRecord;
  /** What the series is forecast as: of an area and category, or of a definition. */
  readonly target: ModelTarget;
  readonly zone: Zone;
  /** The first UTC day that is forecast and one past the last, in days since 1970. */
  readonly from: number;
  readonly to: number;
  readonly every: number;
  /** The UTC hour of the day before at which each run is made. */
  readonly hour: number;
  /** The reason why what was known at an instant cannot be told; undefined if it can. */
  whyUnknown(asOf: Instant): Promise<string | undefined>;
}

export interface ReplayedDay {
  /** The UTC day, in days since 1970. */
  readonly day: number;
  readonly isWarmUp: boolean;
  readonly actual: Float64Array;
  readonly outcome: Forecast | Refused;
  /** What was left out, and whose runs drive: see `KnownDays`. */
  readonly notes: readonly string[];
}

/** The runs before the first day, which give weights and bands a record. */
const WARM_UP_RUNS = 28;

export const replayedDays = ({ from, to, every }: StoreBacktest): number[] => {
  const days: number[] = [];
  for (let day = from - WARM_UP_RUNS * every; day < to; day += every) days.push(day);
  return days;
};

/** Replays days. `given` decides what was known when; the actual values are those stored now. */
export async function* replayDays(
  given: SeriesReader,
  asked: StoreBacktest,
): AsyncGenerator<ReplayedDay> {
  const { target, zone, from, hour } = asked;
  const slots = slotsOf(asked.series) ?? 24;
  const settled = await settleTarget(given, target, asked.series, zone);
  if (typeof settled === 'string') {
    const actual = new Float64Array(slots).fill(Number.NaN);
    for (const day of replayedDays(asked))
      yield { day, isWarmUp: day < from, actual, outcome: { refused: settled }, notes: [] };
    return;
  }
  const { reader, series, market, kind } = settled;
  const pastRuns: PastRun[] = [];
  const kept = new KeptFits();
  for (const day of replayedDays(asked)) {
    const analyzedAt: Instant = (day - 1) * DAY_MS + hour * HOUR_MS;
    const gone = await asked.whyUnknown(analyzedAt);
    const known = gone ?? (await gatherDays(reader, series, analyzedAt, market));
    const span = { start: day * slots, end: (day + 1) * slots };
    const actual = await reader.readValues(series.key, span);
    let outcome: Forecast | Refused;
    if (typeof known === 'string') outcome = { refused: known };
    else {
      const { table, targetRow: row, knownSlots } = known;
      outcome = forecastDays(table, { kind, row, knownSlots, pastRuns, kept });
      if ('firstDay' in outcome) pastRuns.push(outcome.firstDay);
    }
    const notes = typeof known === 'string' ? [] : known.notes;
    yield { day, isWarmUp: day < from, actual, outcome, notes };
  }
}
