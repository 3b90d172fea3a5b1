// The forecasts of a scorecard's slots by source: the runs of a series by the name of their source, and
// series of others' day-ahead forecasts.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import { type IndexSpan, intersect, isEmpty, lengthOf } from '#core/time/span';
import { type ForecastRun, horizonOf } from '#core/values/forecast-run';
import { type FigureKeeper, KeeperTable } from '#service/accuracy/score-figures';
import type { Slots } from '#service/accuracy/score-slots';
import type { ServiceContext } from '#service/context';
import type { RunBand, SeriesRecord } from '#store/series-store';

/** The days of a run that are scored. */
export const MOST_LEAD_DAYS = 7;
/** The days whose runs are read between two pauses for other requests. */
const DAYS_PER_TURN = 2;

export interface BandColumn {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** One source: its day-ahead forecast of each slot, and its errors by lead time. */
export interface Source {
  readonly name: string;
  readonly kind: 'runs' | 'series';
  /** The number of its runs that reach into the span; 0 for a series. */
  runs: number;
  /** One entry a slot: the value of the newest run of the day before that has one. */
  readonly dayAhead: Float64Array;
  /** The bands of the same run by level, one entry a slot. */
  readonly bands: Map<number, BandColumn>;
  readonly byLeadDay: KeeperTable<number>;
  /** By whole hours from the run to the slot, for slots of the day after the run. */
  readonly byLeadHour: KeeperTable<number>;
}

const gaps = (count: number): Float64Array => new Float64Array(count).fill(Number.NaN);

const makeSource = (name: string, kind: Source['kind'], { actual }: Slots): Source => ({
  name,
  kind,
  runs: 0,
  dayAhead: gaps(actual.length),
  bands: new Map(),
  byLeadDay: new KeeperTable(),
  byLeadHour: new KeeperTable(),
});

/** Reads every run that reaches into `asked`, which may end after the last slot. */
export async function readRunSources(
  series: SeriesRecord,
  asked: IndexSpan,
  slots: Slots,
  { store, zone }: ServiceContext,
): Promise<Source[]> {
  const sources = new Map<string, Source>();
  if (series.newestRunAt === null) return [];
  const firstDay = zone.dayOf(slots.grid.startOf(asked.start)) - MOST_LEAD_DAYS - 1;
  const end = slots.grid.startOf(asked.end);
  let from = zone.startOfDay(firstDay);
  while (from < end) {
    const to = Math.min(from + DAYS_PER_TURN * DAY_MS, end);
    for (const run of await store.readRuns(series.key, from, to - 1)) {
      if (isEmpty(intersect(horizonOf(run), asked))) continue;
      let source = sources.get(run.source);
      if (!source) sources.set(run.source, (source = makeSource(run.source, 'runs', slots)));
      source.runs++;
      if (isEmpty(intersect(horizonOf(run), slots.indices))) continue;
      const bands = await store.readBands(series.key, run.analyzedAt, run.source);
      addRun(source, run, bands, zone.dayOf(run.analyzedAt), slots);
    }
    from = to;
    await nextTurn();
  }
  return [...sources.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Adds a run; the caller passes the oldest first, so that the newest stays. */
function addRun(
  source: Source,
  run: ForecastRun,
  bands: readonly RunBand[],
  runDay: number,
  slots: Slots,
): void {
  const { grid, indices, day } = slots;
  const runUtcDay = Math.floor(run.analyzedAt / DAY_MS);
  const { start, end } = intersect(horizonOf(run), indices);
  for (let index = start; index < end; index++) {
    const slot = index - indices.start;
    const marketDays = day[slot]! - runDay;
    const utcDays = Math.floor(grid.startOf(index) / DAY_MS) - runUtcDay;
    // The days of our runs are UTC days; those of other sources may begin at market midnight.
    const leadDays = utcDays < 1 ? marketDays : Math.min(utcDays, marketDays);
    if (leadDays < 1 || leadDays > MOST_LEAD_DAYS) continue;
    const at = index - run.firstIndex;
    const forecast = { slot, value: run.values[at]!, bands, at };
    addForecast(source.byLeadDay.of(leadDays), slots, forecast);
    if (leadDays > 1) continue;
    const leadHours = Math.floor((grid.startOf(index) - run.analyzedAt) / HOUR_MS);
    addForecast(source.byLeadHour.of(leadHours), slots, forecast);
    if (!Number.isNaN(forecast.value)) keepDayAhead(source, forecast);
  }
}

/** A run's value for a slot, and the position of its bounds in the run's bands. */
interface SlotForecast {
  readonly slot: number;
  readonly value: number;
  readonly bands: readonly RunBand[];
  readonly at: number;
}

function addForecast(
  keeper: FigureKeeper,
  slots: Slots,
  { slot, value, bands, at }: SlotForecast,
): void {
  keeper.add(slots, slot, value);
  for (const { level, lower, upper } of bands)
    keeper.addBand(slots, slot, level, lower[at]!, upper[at]!);
}

/** Replaces the value of an older run, and its bands even if the newer run has none. */
function keepDayAhead(source: Source, { slot, value, bands, at }: SlotForecast): void {
  source.dayAhead[slot] = value;
  for (const column of source.bands.values()) {
    column.lower[slot] = Number.NaN;
    column.upper[slot] = Number.NaN;
  }
  for (const { level, lower, upper } of bands) {
    let column = source.bands.get(level);
    if (!column) {
      const count = source.dayAhead.length;
      source.bands.set(level, (column = { lower: gaps(count), upper: gaps(count) }));
    }
    column.lower[slot] = lower[at]!;
    column.upper[slot] = upper[at]!;
  }
}

/** Reads a series of day-ahead forecasts as it is now: the times of its values are not known. */
export async function readSeriesSource(
  series: SeriesRecord,
  slots: Slots,
  { store }: ServiceContext,
): Promise<Source> {
  const source = makeSource(series.code, 'series', slots);
  source.dayAhead.set(await store.readValues(series.key, slots.indices));
  const first = source.dayAhead.findIndex((value) => !Number.isNaN(value));
  if (first < 0) return source;
  for (let slot = first; slot < lengthOf(slots.indices); slot++)
    source.byLeadDay.of(1).add(slots, slot, source.dayAhead[slot]!);
  return source;
}
