// read_series: the values of one series over a span, in few points.

import type { Caller } from '#accounts/authenticate';
import { RESOLUTIONS } from '#core/time/resolution';
import { AGGREGATIONS } from '#core/values/aggregation';
import type { Reduction } from '#core/values/reduction';
import {
  addressOf,
  columnsOf,
  lastPoints,
  MAX_POINTS,
  momentText,
  mostPointsOf,
  POINTS,
  STATISTICS,
  statisticsOf,
} from '#http/api/mcp/tools/brief-points';
import {
  AS_OF,
  argumentsOf,
  CURRENCY,
  FROM,
  objectOf,
  orNull,
  RESOLUTION,
  SERIES_ID,
  TO,
  type Tool,
  text,
} from '#http/api/mcp/tools/tool';
import { gridOfSeries, parseAsOf, type ServiceContext } from '#service/context';
import { readFromOneState } from '#service/one-state';
import { datesOfSpan } from '#service/series/find-series';
import { parseSeriesRequest, type SeriesRequest } from '#service/series/parse-series-request';
import { readTask, type SeriesAnswer } from '#service/series/read-series';
import { countPoints, settleSeries } from '#service/series/settle-series';

export const NAMES = {
  seriesId: 'seriesId',
  from: 'from',
  to: 'to',
  resolution: 'resolution',
  aggregation: 'aggregation',
};

/** The arguments that name values of one series. */
export interface SeriesArguments {
  readonly seriesId?: string;
  readonly from?: string;
  readonly to?: string;
  readonly resolution?: string;
  readonly aggregation?: string;
  readonly source?: string;
  readonly currency?: string;
  readonly asOf?: string;
}

const SOURCE = text('What follows the observed values is of this source only', 'gridtide');

export const READ_SERIES: Tool = {
  name: 'read_series',
  title: 'Read a series',
  description:
    'Reads one series over a span: observed values, continued by the newest forecast run. Figures are over the whole span at the resolution that was asked for; the points are at most 400, coarser if need be. Days, weeks and months are those of market time. Values are rounded to 4 decimals; csv has them in full.',
  inputSchema: argumentsOf(
    {
      seriesId: SERIES_ID,
      from: FROM,
      to: TO,
      resolution: RESOLUTION,
      aggregation: {
        ...text('How values become one; average by default'),
        enum: AGGREGATIONS.map((name) => name.toLowerCase()),
      },
      source: SOURCE,
      currency: CURRENCY,
      maxPoints: MAX_POINTS,
      asOf: AS_OF,
    },
    'seriesId',
  ),
  outputSchema: objectOf(
    {
      seriesId: text('Its identifier'),
      description: text('What it is'),
      unit: text('The unit of the values'),
      resolution: text('The resolution of the figures'),
      aggregation: text('How values became one; None if they are as stored'),
      hours: text('The hours of a block, market time'),
      marketTimeZone: text('The zone of all times'),
      from: orNull(text('The span as resolved: its first instant')),
      to: orNull(text('Its last instant')),
      lastObserved: orNull(text('Time of the last observed value; what follows is forecast')),
      statistics: STATISTICS,
      points: POINTS,
      note: text('What to know about the points'),
      csv: text('Address of all points as CSV, for a caller with a key'),
      page: text('The same on the web page'),
    },
    [
      ...['seriesId', 'description', 'unit', 'resolution', 'aggregation', 'marketTimeZone'],
      ...['from', 'to', 'lastObserved', 'statistics', 'points', 'csv', 'page'],
    ],
  ),
  call: async ({ args, caller, now, context, origin }) => {
    const given = args as SeriesArguments;
    const asOf = parseAsOf(given.asOf, 'asOf', now, context.zone);
    const wanted = wantedOf(given, context, asOf ?? now);
    const most = mostPointsOf(args.maxPoints);
    return readFromOneState(context, asOf, 'asOf', async (past) => {
      const { full, brief } = await readBriefly(wanted, most, caller, past);
      return {
        ...describe(full, past),
        ...pointsOf(full, brief, most, past),
        ...linksOf(given, origin),
      };
    });
  },
};

/** Reads the arguments; refuses naming each at fault. */
export const wantedOf = (
  given: SeriesArguments,
  context: ServiceContext,
  now: number,
): SeriesRequest => {
  const { seriesId, from, to, resolution, aggregation, source, currency } = given;
  const asked = { seriesId, from, to, resolution, aggregation, source, currency };
  return parseSeriesRequest({ ...asked, names: NAMES }, context, now);
};

interface Briefly {
  readonly full: SeriesAnswer;
  /** The same at a resolution with few enough points. */
  readonly brief: SeriesAnswer;
}

/** Reads all points for the figures, and few enough of a coarser resolution if they are too many. */
export async function readBriefly(
  wanted: SeriesRequest,
  most: number,
  caller: Caller,
  context: ServiceContext,
): Promise<Briefly> {
  const full = await readTask(await settleSeries(wanted, caller, context), context);
  if (full.points.times.length <= most || wanted.reduction.kind === 'extract')
    return { full, brief: full };
  for (const to of RESOLUTIONS.filter(({ rank }) => rank > full.resolution.rank)) {
    const reduction: Reduction = { kind: 'resample', to };
    const task = await settleSeries({ ...wanted, reduction }, caller, context);
    if (countPoints(task, context) <= most) return { full, brief: await readTask(task, context) };
  }
  return { full, brief: full };
}

function describe(full: SeriesAnswer, { zone }: ServiceContext) {
  const { series, resolution, aggregated, hours, span } = full;
  const { first, last } = datesOfSpan(span);
  const grid = gridOfSeries(series, zone);
  return {
    ...{ seriesId: series.code, description: series.description, unit: series.unit },
    ...{ resolution: resolution.name, aggregation: aggregated, ...(hours ? { hours } : {}) },
    marketTimeZone: zone.name,
    from: momentText(first, zone),
    to: momentText(last, zone),
    lastObserved: momentText(
      series.lastIndex === null ? null : grid.startOf(series.lastIndex),
      zone,
    ),
  };
}

/** The figures and the points, with a note if these are not all. */
function pointsOf(full: SeriesAnswer, brief: SeriesAnswer, most: number, { zone }: ServiceContext) {
  const count = full.points.times.length;
  const isCut = brief.points.times.length > most;
  const points = isCut ? lastPoints(brief.points, most) : brief.points;
  const note = isCut
    ? `the last ${most} of ${count} points; ask for a shorter span, or read csv`
    : brief === full
      ? undefined
      : `${count} points by ${full.resolution.name} are too many: these are by ${brief.resolution.name}`;
  return {
    statistics: statisticsOf(full.points, full.resolution, zone),
    points: columnsOf(points, brief.resolution, zone),
    ...(note === undefined ? {} : { note }),
  };
}

/** The addresses of everything that was asked for. */
export function linksOf({ seriesId = '', ...fields }: SeriesArguments, origin: string) {
  const { from, to, resolution, aggregation, source, currency, asOf } = fields;
  const id = encodeURIComponent(seriesId.trim().toLowerCase());
  const span = { from, to, resolution, aggregation, currency, asOf };
  return {
    csv: addressOf(origin, `/api/v1/series/${id}`, { format: 'csv', ...span, source }),
    page: addressOf(origin, `/s/${id}`, span),
  };
}
