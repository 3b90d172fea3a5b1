// Who forecast the slots of a scorecard, and what: the runs of a series by the name of their source, and
// series of others' day-ahead forecasts.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import { type IndexSpan, intersect, isEmpty, lengthOf } from '#core/time/span';
import { type ForecastRun, horizonOf } from '#core/values/forecast-run';
import { type FigureKeeper, KeeperTable } from '#service/accuracy/score-figures';
import type { Slots } from '#service/accuracy/score-slots';
import type { ServiceContext } from '#service/context';
import type { RunBand, SeriesRecord } from '#store/series-store';

/** Later days of a run are not scored. */
export const MOST_LEAD_DAYS = 7;
/** Runs of so many days are read between two pauses for other requests. */
const DAYS_PER_TURN = 2;

export interface BandColumn {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** One source: its day-ahead forecast of each slot, and its errors by lead time. */
export interface Source {
  readonly name: string;
  readonly kind: 'runs' | 'series';
  /** How many of its runs reach into the span; 0 for a series. */
  runs: number;
  /** One entry a slot: the newest run of the day before that has a value for it. */
  readonly dayAhead: Float64Array;
  /** By level, one entry a slot: the bands of the same run. */
  readonly bands: Map<number, BandColumn>;
  readonly byLeadDay: KeeperTable<number>;
  /** Whole hours from the run to the slot, for slots of the day after the run. */
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

/** Every run that reaches into `asked`, which may go on after the last slot. */
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
      const bands = await store.readBands(series.key, run.analyzedAt);
      addRun(source, run, bands, zone.dayOf(run.analyzedAt), slots);
    }
    from = to;
    await nextTurn();
  }
  return [...sources.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Runs come oldest first, so that the newest stays. */
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
    // A run's own days are UTC days; those of others may begin at market midnight.
    const leadDays = utcDays < 1 ? marketDays : Math.min(utcDays, marketDays);
    if (leadDays < 1 || leadDays > MOST_LEAD_DAYS) continue;
    const at = index - run.firstIndex;
    const value = run.values[at]!;
    addValue(source.byLeadDay.of(leadDays), slots, slot, value, bands, at);
    if (leadDays > 1) continue;
    const leadHours = Math.floor((grid.startOf(index) - run.analyzedAt) / HOUR_MS);
    addValue(source.byLeadHour.of(leadHours), slots, slot, value, bands, at);
    if (!Number.isNaN(value)) keepDayAhead(source, slot, value, bands, at);
  }
}

function addValue(
  keeper: FigureKeeper,
  slots: Slots,
  slot: number,
  value: number,
  bands: readonly RunBand[],
  at: number,
): void {
  keeper.add(slots, slot, value);
  for (const { level, lower, upper } of bands)
    keeper.addBand(slots, slot, level, lower[at]!, upper[at]!);
}

/** A newer run takes an older one's place with its bands, or with its lack of them. */
function keepDayAhead(
  source: Source,
  slot: number,
  value: number,
  bands: readonly RunBand[],
  at: number,
): void {
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

/** A series of day-ahead forecasts as it is now: when each value was made is not known. */
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
