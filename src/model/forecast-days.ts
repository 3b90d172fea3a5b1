// The engine: makes a forecast of the next days from a table of known days, with bands and an account of how
// it was made. Hours are forecast day by day, each written back for the next.

import { firstDayReaches, widthSpreader } from '#model/bands/make-bands';
import { chooseBlend, spreadOf } from '#model/choose-blend';
import type { DayTable } from '#model/days/day-table';
import { type FilledDays, fillDays, HOURS, type HourSpan } from '#model/days/filled-days';
import {
  BLEND,
  errorsOf,
  forecastsOf,
  type PastRun,
  runsBefore,
  scorableHours,
} from '#model/days/past-runs';
import { driversAt, feedBack, forecastRow, type RunWork } from '#model/forecast-row';
import type { FitMemo } from '#model/members/fit-memo';
import { KeptFits } from '#model/members/kept-fits';
import type { SeriesKind } from '#model/members/members';
import { findBounds } from '#model/output-bounds';
import { learnSlots, type SlotExpander } from '#model/parts/expand-slots';
import { type Band, bandsOf, type Quantile, quantilesOf } from '#model/run-bands';
import { type Refused, tierOf } from '#model/tiers';

export interface ForecastRequest {
  readonly kind: SeriesKind;
  /** The row of the first day to forecast; the table must reach to the last. */
  readonly row: number;
  /** The number of days to forecast, 1 to 8. */
  readonly days?: number;
  /** The hours before `row` to forecast too, at most 24; they count as not known. */
  readonly leadHours?: number;
  /** The number of target slots from row 0 on that may be read; the day before `row` may end early. */
  readonly knownSlots?: number;
  /** Earlier runs in any order; those of `row` and later are ignored. */
  readonly pastRuns?: readonly PastRun[];
  /** What the forecast of an earlier day kept; this one goes on from it. */
  readonly kept?: KeptFits;
  /** What earlier runs made of their inputs; this one takes from it, and adds to it. */
  readonly memo?: FitMemo | undefined;
}

export interface Forecast {
  /** The day of the first value, in days since 1970-01-01. */
  readonly day: number;
  /** The slots of the lead, of all days and of the hour after: 25 values for a day of hours. */
  readonly values: Float64Array;
  /** The quantiles 1, 5, 10, 20 … 90, 95 and 99 %, ascending; none crosses another. */
  readonly quantiles: readonly Quantile[];
  /** The bands of 80 and 90 %, between two quantiles each. */
  readonly bands: readonly Band[];
  readonly tier: string;
  readonly historyDays: number;
  /** The used members with their mean weight over the hours; the weights sum to 1. */
  readonly members: readonly { readonly name: string; readonly weight: number }[];
  /** The members that are left out because they recently lost to the naive. */
  readonly dropped: readonly string[];
  /** The names of the drivers of the first day. */
  readonly drivers: readonly string[];
  /** The first day by every member, naive and the blend, which later runs need. */
  readonly firstDay: PastRun;
}

/** The most missing days before the first forecast day. */
const MOST_MISSING_DAYS = 14;

export function forecastDays(table: DayTable, request: ForecastRequest): Forecast | Refused {
  const { row, kind, days: dayCount = 1, leadHours = 0 } = request;
  if (row + dayCount > table.dayCount) throw new RangeError('the table ends before the forecast');
  const knownSlots = knownSlotsOf(table, request);
  const days = fillDays(table, knownSlots);
  const knownEnd = days.target.findLastIndex(Number.isFinite) + 1;
  const fitRow = Math.min(row, Math.floor(knownEnd / HOURS));
  const historyDays = countObserved(days, fitRow);
  const tier = tierOf(kind, historyDays);
  if ('refused' in tier) return tier;
  if (row - fitRow > MOST_MISSING_DAYS) {
    return {
      refused: `the last ${row - fitRow} days are missing; at most ${MOST_MISSING_DAYS} may`,
    };
  }
  const day = table.firstDay + row;
  const runs = runsBefore(request.pastRuns ?? [], day);
  const hours = scorableHours(table, knownSlots);
  const chosen = chooseBlend(kind, tier.members, runs, table, hours);
  const knownHours = Math.max(0, Math.min(HOURS, knownEnd - (row - 1) * HOURS));
  const bounds = findBounds(kind, days, fitRow);
  const names = tier.members;
  const { kept = new KeptFits(), memo } = request;
  const work = { days, fitRow, knownHours, names, chosen, bounds, fits: new Map(), kept, memo };
  const span = { row, dayCount, leadHours };
  const { first, blend } = runDays(work, span);
  const spread = spreadOf(chosen, first);

  const expanderOf = learnSlots(table, row, knownSlots);
  const [expand, expandDay] = [expanderOf(span), expanderOf({ dayCount: 1, leadHours: 0 })];
  const errors = errorsOf(runs, BLEND, table, hours);
  const spreads = [...runs.map((run) => run.spread), spread];
  const forecasts = new Float64Array(errors.length + HOURS);
  forecasts.set(forecastsOf(runs, BLEND, table));
  forecasts.set(first.get(BLEND)!.subarray(0, HOURS), errors.length);
  const reaches = firstDayReaches({ errors, forecasts, spreads }, days, fitRow);
  const spreadOut = widthSpreader(days, fitRow, span);
  const firstHour = row * HOURS - leadHours;
  const most = blend.map((_, i) => bounds.mostAt(firstHour + i));
  const allBands = bandsOf(expand, blend, reaches, spreadOut, { least: bounds.least, most });
  const values = expand.values(blend);
  return {
    day,
    values,
    quantiles: quantilesOf(values, allBands),
    bands: allBands.filter(({ coverage }) => coverage === 0.8 || coverage === 0.9),
    tier: tier.name,
    historyDays,
    members: weighUsed(chosen.weights, first),
    dropped: chosen.dropped,
    drivers: driversAt(work, row).map((driver) => driver.name),
    firstDay: { day, values: expandEach(expandDay, first), spread },
  };
}

/** The mean weights of the members that made a forecast: one without the driver that it needs makes none. */
function weighUsed(
  weights: ReadonlyMap<string, Float64Array>,
  made: ReadonlyMap<string, Float64Array>,
): Forecast['members'] {
  const used = [...weights].filter(([name]) => made.has(name));
  const sums = used.map(([, each]) => each.reduce((total, weight) => total + weight, 0));
  const whole = sums.reduce((total, sum) => total + sum, 0);
  return used.map(([name], i) => ({ name, weight: sums[i]! / whole }));
}

function knownSlotsOf(
  { slotsPerDay }: DayTable,
  { row, leadHours = 0, knownSlots }: ForecastRequest,
): number {
  const firstForecast = row * slotsPerDay - (leadHours * slotsPerDay) / HOURS;
  return Math.min(knownSlots ?? firstForecast, firstForecast);
}

function countObserved(days: FilledDays, end: number): number {
  let count = 0;
  for (let row = days.startRow; row < end; row++) count += days.isObserved[row]!;
  return count;
}

/** Forecasts the missing days and then the wanted ones; keeps every member's first wanted day. */
function runDays(work: RunWork, { row, dayCount, leadHours }: HourSpan) {
  const { days } = work;
  let first = new Map<string, Float64Array>();
  let last = new Float64Array(0);
  for (let r = work.fitRow; r < row + dayCount; r++) {
    const forecasts = forecastRow(work, r);
    if (r === row) first = forecasts;
    last = Float64Array.from(forecasts.get(BLEND)!);
    feedBack(days, r, last);
  }
  const blend = new Float64Array(leadHours + dayCount * HOURS + 1);
  blend.set(days.target.subarray(row * HOURS - leadHours, (row + dayCount) * HOURS));
  blend[blend.length - 1] = last[HOURS]!;
  return { first, blend };
}

const expandEach = (
  expand: SlotExpander,
  forecasts: ReadonlyMap<string, Float64Array>,
): Record<string, Float64Array> =>
  Object.fromEntries([...forecasts].map(([name, hours]) => [name, expand.values(hours)]));
