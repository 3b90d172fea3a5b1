// read_forecast: one forecast run with its band, or what runs had said some time ahead.

import { Refusal } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import type { Instant } from '#core/time/instant';
import { parseMoment, type SeriesExtent, settleMoment } from '#core/time/moment';
import { indicesIn, intersect, isEmpty, lengthOf, type Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { pointsOf } from '#core/values/column';
import { type ForecastRun, horizonOf } from '#core/values/forecast-run';
import { parseBandChoice } from '#core/values/parse-band-choice';
import { reduceColumn } from '#core/values/reduce-column';
import { parseReduction, resultResolution, settleReduction } from '#core/values/reduction';
import type { ChosenBands } from '#core/values/run-bands';
import { MOST_DAYS_AHEAD, MOST_HOURS_AHEAD } from '#core/values/slice-rule';
import {
  addressOf,
  addressTime,
  MAX_POINTS,
  momentText,
  mostPointsOf,
  STATISTICS,
  shown,
  statisticsOf,
  timeText,
} from '#http/api/mcp/tools/brief-points';
import {
  BAND_ARGUMENTS,
  BAND_RESULTS,
  readChosenBands,
  valuesOf,
} from '#http/api/mcp/tools/forecast-bands';
import { NAMES, type SeriesArguments } from '#http/api/mcp/tools/read-series';
import {
  type Asked,
  type ForecastArguments,
  readSliceBriefly,
} from '#http/api/mcp/tools/read-slice';
import {
  AS_OF,
  argumentsOf,
  FROM,
  flag,
  listOf,
  objectOf,
  orNull,
  RESOLUTION,
  SERIES_ID,
  TO,
  type Tool,
  text,
  whole,
} from '#http/api/mcp/tools/tool';
import { gridOfSeries, parseAsOf, type ServiceContext } from '#service/context';
import { readFromOneState } from '#service/one-state';
import { observedExtent } from '#service/series/find-series';
import { requireForward } from '#service/series/parse-series-request';
import { findReadable } from '#service/slices/list-sources';

const OUTPUT = objectOf(
  {
    seriesId: text('Its identifier'),
    description: text('What it is'),
    unit: text('The unit of the values'),
    kind: text(
      'run: one forecast run; slice: of each interval the run that was so far ahead; delivery: one interval in every run',
    ),
    source: orNull(text('What made the run; null of several')),
    analyzedTime: orNull(text('Issue time of the run; null of several')),
    marketTimeZone: text('The zone of all times'),
    resolution: text('The resolution of the points'),
    statistics: STATISTICS,
    times: listOf(
      { type: 'string' },
      'Starts of intervals, market time; of a delivery the issue times',
    ),
    values: valuesOf('What was forecast, in the order of times'),
    sources: listOf(
      { type: ['string', 'null'] },
      'The source of each value, if there are several runs',
    ),
    ...BAND_RESULTS,
    actual: valuesOf('What came, if it was asked for'),
    note: text('What to know about the points'),
    json: text('Of a run: address of all its values and bands as JSON, for a caller with a key'),
    csv: text('Of several runs: address of all points as CSV, for a caller with a key'),
  },
  [
    ...['seriesId', 'description', 'unit', 'kind', 'source', 'analyzedTime', 'marketTimeZone'],
    ...['resolution', 'statistics', 'times', 'values', 'bands'],
  ],
);

export const READ_FORECAST: Tool = {
  name: 'read_forecast',
  title: 'Read a forecast',
  description:
    'Reads the newest forecast run of a series with its bands (level) and quantiles (quantile), or the newest at or before issueTime. With daysAhead or hoursAhead: for each interval of a past span what had been forecast that far ahead. With delivery: one interval in every run, to see how its forecast changed. At most 400 points.',
  inputSchema: argumentsOf(
    {
      seriesId: SERIES_ID,
      source: text('Only runs of this source; describe_series lists them', 'gridtide'),
      issueTime: text('The newest run issued at or before then; left out: the newest', 'today-1'),
      daysAhead: whole('Market days from run to value; 1 is a day ahead', 0, MOST_DAYS_AHEAD),
      hoursAhead: whole('The least hours from run to value', 0, MOST_HOURS_AHEAD),
      delivery: text('One interval, in every run that has it', '2024-05-17T18:00'),
      issuedBefore: text('With daysAhead: only runs issued before this time of day', '12:00'),
      from: FROM,
      to: TO,
      resolution: RESOLUTION,
      ...BAND_ARGUMENTS,
      actual: flag('With daysAhead, hoursAhead or delivery: adds what came'),
      maxPoints: MAX_POINTS,
      asOf: AS_OF,
    },
    'seriesId',
  ),
  outputSchema: OUTPUT,
  call: async ({ args, caller, now, context, origin }) => {
    const given = args as ForecastArguments;
    const asOf = parseAsOf(given.asOf, 'asOf', now, context.zone);
    const { daysAhead, hoursAhead, delivery } = given;
    const most = mostPointsOf(given.maxPoints);
    const asked = { caller, now: asOf ?? now, most, origin };
    const isSlice = [daysAhead, hoursAhead, delivery].some((lead) => lead !== undefined);
    return readFromOneState<object>(context, asOf, 'asOf', (past) =>
      isSlice ? readSliceBriefly(given, asked, context, past) : readRun(given, asked, past),
    );
  },
};

async function readRun(given: ForecastArguments, asked: Asked, context: ServiceContext) {
  const { caller, now, most } = asked;
  const { store, zone } = context;
  const choice = parseBandChoice(given.level, given.quantile);
  const series = await findReadable(given.seriesId, caller, context);
  const issued = parseAsOf(given.issueTime, 'issueTime', now, zone);
  const source = given.source?.trim() || undefined;
  const run = await store.findNewestRun(series.key, issued, source);
  if (!run) throw noRun(series.code, source, momentText(issued, zone));
  const grid = gridOfSeries(series, zone);
  const horizon = horizonOf(run);
  const span = spanOf(given, now, observedExtent(series, grid), zone, {
    start: grid.startOf(horizon.start),
    end: grid.startOf(horizon.end),
  });
  const kept = intersect(indicesIn(grid, span), horizon);
  const from = Math.min(kept.start, horizon.end) - horizon.start;
  const cut = (column: Float64Array) => column.subarray(from, from + lengthOf(kept));
  const reduction = settleReduction(
    parseReduction(given.resolution, 'resolution', context.blocks),
    grid.resolution,
    'resolution',
  );
  const resolution = resultResolution(reduction, grid.resolution);
  const column = { grid, firstIndex: horizon.start + from, values: cut(run.values) };
  const touched = { start: grid.startOf(kept.start), end: grid.startOf(kept.end) };
  const points = isEmpty(kept)
    ? pointsOf(column)
    : reduceColumn(column, { reduction, aggregation: 'Average', touched }, zone);
  const chosen = await readChosenBands(store, series, choice, {
    ...{ run, isNative: reduction.kind === 'native' },
    ...{ count: Math.min(most, points.times.length), cap: caller.plan.pointsPerAnswer },
  });
  const few = (column: Float64Array) => Array.from(column.subarray(0, most), shown);
  const total = points.times.length;
  return {
    ...{ seriesId: series.code, description: series.description, unit: series.unit, kind: 'run' },
    ...{ source: run.source, analyzedTime: momentText(run.analyzedAt, zone) },
    ...{ marketTimeZone: zone.name, resolution: resolution.name },
    statistics: statisticsOf(points, resolution, zone),
    times: Array.from(points.times.subarray(0, most), (time) => timeText(time, resolution, zone)),
    values: few(points.values),
    ...describeBands(chosen, given, (column) => few(cut(column))),
    ...(total > most
      ? { note: `the first ${most} of ${total} points; ask for a part by from, or read json` }
      : {}),
    json: addressOfRun(
      given,
      run,
      isEmpty(kept) ? undefined : pointsOf(column).times,
      asked.origin,
    ),
  };
}

/** The bands, and the quantiles if they were asked for. */
function describeBands(
  { bands, quantiles }: ChosenBands,
  { quantile }: ForecastArguments,
  shownOf: (column: Float64Array) => (number | null)[],
) {
  const told = bands.map(({ level, lower, upper }) => ({
    ...{ level, lower: shownOf(lower), upper: shownOf(upper) },
  }));
  if (quantile === undefined) return { bands: told };
  return {
    bands: told,
    quantiles: quantiles.map(({ percent, values }) => ({ percent, values: shownOf(values) })),
  };
}

/** The address of the values that were read, with their bands. */
function addressOfRun(
  { seriesId = '', level, quantile, asOf }: ForecastArguments,
  { analyzedAt, source }: ForecastRun,
  times: Float64Array | undefined,
  origin: string,
): string {
  const path = `/api/v1/forecasts/${encodeURIComponent(seriesId.trim().toLowerCase())}/bands`;
  return addressOf(origin, path, {
    ...{ issueTime: addressTime(analyzedAt), source, level, quantile, asOf },
    ...(times && { startDate: addressTime(times[0]!), endDate: addressTime(times.at(-1)!) }),
  });
}

/** The instants that from and to name; those of the whole run if they are left out. */
function spanOf(
  { from, to }: SeriesArguments,
  now: Instant,
  extent: SeriesExtent,
  zone: Zone,
  whole: Span,
): Span {
  const momentOf = (given: string | undefined, field: string, which: 'first' | 'second') =>
    given === undefined
      ? undefined
      : settleMoment(parseMoment(given, field, now, zone, which), extent, zone);
  const start = momentOf(from, 'from', 'first')?.start;
  const end = momentOf(to, 'to', 'second')?.end;
  if (start !== undefined && end !== undefined) requireForward({ start, end }, NAMES);
  return { start: start ?? whole.start, end: end ?? whole.end };
}

function noRun(code: string, source: string | undefined, at: string | null): Refusal {
  const of = source === undefined ? '' : ` of source ${quoteGiven(source)}`;
  const when = at === null ? '' : ` at or before ${at}`;
  const detail = `series ${code} has no forecast run${of}${when}; describe_series lists its sources`;
  return new Refusal('run_unknown', detail, { faults: [{ field: 'seriesId', message: detail }] });
}
