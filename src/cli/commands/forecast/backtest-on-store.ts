// A backtest on a store: makes past runs again, each with what was known at its time.

import { type Arguments, CommandFault, type Io, misuse } from '#cli/command/command';
import { needText, readCount } from '#cli/command/read-option';
import { marketOf, withStore } from '#cli/command/store-option';
import { cpuSeconds, OutRows, printBacktest } from '#cli/commands/forecast/backtest-report';
import { dateText } from '#cli/commands/forecast/day-csv';
import { findDefinition } from '#cli/commands/forecast/forecast-definitions';
import { readForecastsHour } from '#cli/commands/forecast/forecasts-hour';
import { ProgressLine } from '#cli/terminal/progress-line';
import { findArea } from '#core/market/areas';
import { findCategory, seriesIdOf } from '#core/market/categories';
import { quoteGiven } from '#core/nearest';
import { DAY_MS, formatUtc } from '#core/time/instant';
import { parseUtcMoment } from '#core/time/utc-moment';
import type { Zone } from '#core/time/zone';
import { historyGone } from '#service/context';
import { BacktestScores } from '#service/model-runs/backtest-scores';
import { replayDays, replayedDays, type StoreBacktest } from '#service/model-runs/backtest-store';
import { modelTargetOf } from '#service/model-runs/forecast-targets';
import { readAsPublished } from '#service/model-runs/published-reader';
import type { ModelTarget } from '#service/model-runs/settle-target';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';
import type { Store } from '#store/store';

/** The UTC hour of a run, unless a definition or --hour names another. */
const USUAL_HOUR = 12;

export async function backtestOnStore(args: Arguments, io: Io): Promise<void> {
  await withStore(args, io, async (store) => {
    const { zone } = await marketOf(store, io);
    const asked = await readAsked(args, store, zone);
    const forecastsHour = readForecastsHour(args);
    const rules = { zone, named: asked.target.drivers, forecastsHour };
    const reader = args.flag('as-published') ? readAsPublished(store, asked.series, rules) : store;
    await replay(reader, asked, args, io);
  });
}

async function readAsked(args: Arguments, store: Store, zone: Zone): Promise<StoreBacktest> {
  const { target, series, usualHour } = await findTarget(args, store);
  const dayOf = (name: string): number =>
    Math.floor(parseUtcMoment(needText(args, name), `--${name}`) / DAY_MS);
  const [from, to] = [dayOf('from'), dayOf('to') + 1];
  if (to <= from) throw misuse('--to is before --from');
  return {
    series,
    target,
    zone,
    from,
    to,
    every: readCount(args, 'every', 1, 1_000, 1),
    hour: readCount(args, 'hour', 0, 23, usualHour),
    // Published values are taken as known by their own times: no record is needed.
    whyUnknown: async (asOf) => (args.flag('as-published') ? undefined : historyGone(store, asOf)),
  };
}

interface FoundTarget {
  readonly target: ModelTarget;
  readonly series: SeriesRecord;
  readonly usualHour: number;
}

/** Finds what is forecast: the definition that is named, or the series of an area and category. */
async function findTarget(args: Arguments, store: Store): Promise<FoundTarget> {
  const [name] = args.positionals;
  if (name !== undefined) {
    const definition = await findDefinition(store, name);
    const series = await needSeries(store, definition.series);
    // The last run of the day before is the newest that the day has.
    const usualHour = definition.hours?.at(-1) ?? USUAL_HOUR;
    return { target: modelTargetOf(definition, series), series, usualHour };
  }
  const area = needText(args, 'area').trim().toUpperCase();
  const category = needText(args, 'category').trim().toLowerCase();
  const found = await store.findSeries(seriesIdOf(area, category));
  // The tables name what is usual; any other pair whose series is stored is taken as well.
  if (!found && !findArea(area)) throw misuse(`there is no area ${quoteGiven(area)}`);
  if (!found && !findCategory(category))
    throw misuse(`there is no category ${quoteGiven(category)}`);
  const series = await needSeries(store, seriesIdOf(area, category));
  return { target: { area, category }, series, usualHour: USUAL_HOUR };
}

async function needSeries(store: Store, code: string): Promise<SeriesRecord> {
  const series = await store.findSeries(code);
  if (!series) throw new CommandFault(`there is no series ${code}`);
  return series;
}

async function replay(
  reader: SeriesReader,
  asked: StoreBacktest,
  args: Arguments,
  io: Io,
): Promise<void> {
  const scores = new BacktestScores();
  const rows = new OutRows();
  const startedAt = cpuSeconds();
  const total = replayedDays(asked).length;
  const line = new ProgressLine(io.stderr);
  let done = 0;
  for await (const { day, isWarmUp, actual, outcome, notes } of replayDays(reader, asked)) {
    line.showSteps(++done, total, dateText(day));
    if (isWarmUp) continue;
    scores.add({ actual, outcome, notes });
    if ('refused' in outcome) continue;
    const slotMs = DAY_MS / actual.length;
    const timeOf = (slot: number): string => formatUtc(day * DAY_MS + slot * slotMs);
    rows.add(timeOf, actual, outcome);
  }
  line.clear();
  if (scores.days === 0 && !args.flag('as-published') && asked.series.firstIndex !== null) {
    throw new CommandFault(
      `the store has no record that these values were known at the time: ${[...scores.refusals.keys()].join('; ')}; --as-published takes them as known when such values are usually published`,
    );
  }
  printBacktest(scores, { cpuSeconds: cpuSeconds() - startedAt, days: total }, io);
  const out = args.text('out');
  if (out !== undefined) await rows.write(out);
}
