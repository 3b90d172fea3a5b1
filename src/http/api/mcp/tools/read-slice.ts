// Slices of forecast runs for read_forecast: what had been forecast some time ahead, in few points.

import type { Caller } from '#accounts/authenticate';
import type { Instant } from '#core/time/instant';
import { type Resolution, resolutionOf } from '#core/time/resolution';
import { resultResolution } from '#core/values/reduction';
import {
  addressOf,
  momentText,
  shown,
  statisticsOf,
  timeText,
} from '#http/api/mcp/tools/brief-points';
import { asksForBands, type BandArguments } from '#http/api/mcp/tools/forecast-bands';
import { NAMES, type SeriesArguments } from '#http/api/mcp/tools/read-series';
import type { ServiceContext } from '#service/context';
import { parseSliceRequest } from '#service/slices/parse-slice-request';
import { requireKnownBy } from '#service/slices/require-known-by';
import { type SettledSlice, settleSlice } from '#service/slices/settle-slice';
import { readSliceTable, type SliceTable } from '#service/slices/slice-table';

/** The arguments of the tool. */
export interface ForecastArguments extends SeriesArguments, BandArguments {
  readonly issueTime?: string;
  readonly daysAhead?: number;
  readonly hoursAhead?: number;
  readonly delivery?: string;
  readonly issuedBefore?: string;
  readonly actual?: boolean;
  readonly maxPoints?: number;
}

/** Who asks, what time it is for the question, and how many points are wanted. */
export interface Asked {
  readonly caller: Caller;
  readonly now: Instant;
  readonly most: number;
  /** The address of the server. */
  readonly origin: string;
}

/** Resolutions that a slice with too many points is shown at. */
const COARSER = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;

interface Found {
  readonly settled: SettledSlice;
  readonly table: SliceTable;
  readonly resolution: Resolution;
}

/** Reads a slice in brief. `present` knows how far the record goes back; `past` is the state that is asked about. */
export async function readSliceBriefly(
  given: ForecastArguments,
  asked: Asked,
  present: ServiceContext,
  past: ServiceContext,
) {
  const full = await read(given, asked, present, past);
  const brief = await shorten(full, given, asked, present, past);
  return { ...describe(full, brief, given, asked.most, past), csv: addressOfAll(given, asked) };
}

/** The address of all points, with the fields of the route. */
function addressOfAll(given: ForecastArguments, { origin }: Asked): string {
  const { seriesId = '', maxPoints: _, issueTime: __, aggregation: ___, ...fields } = given;
  const path = `/api/v1/forecasts/${encodeURIComponent(seriesId.trim().toLowerCase())}/sliced`;
  const texts = Object.entries(fields).map(([name, value]) => [name, String(value)] as const);
  return addressOf(origin, path, { ...Object.fromEntries(texts), format: 'csv' });
}

async function read(
  given: ForecastArguments,
  { caller, now }: Asked,
  present: ServiceContext,
  past: ServiceContext,
): Promise<Found> {
  const { seriesId, from, to, resolution, daysAhead, hoursAhead } = given;
  const { delivery, issuedBefore, source, level, quantile, actual = false } = given;
  const textOf = (count: number | undefined) => (count === undefined ? undefined : String(count));
  const isNative = resolution === undefined || resolution.toLowerCase() === 'native';
  const request = parseSliceRequest(
    { seriesId, from, to, resolution, names: NAMES },
    {
      ...{ daysAhead: textOf(daysAhead), hoursAhead: textOf(hoursAhead), delivery, issuedBefore },
      ...{ source, bands: String(isNative), level, quantile, actual: String(actual) },
    },
    past,
    now,
  );
  const settled = await settleSlice(request, caller, past);
  await requireKnownBy(settled, present, past);
  const table = await readSliceTable(settled, caller.plan.pointsPerAnswer, past);
  const native = settled.grid.resolution;
  return { settled, table, resolution: resultResolution(settled.reduction, native) };
}

async function shorten(
  full: Found,
  given: ForecastArguments,
  asked: Asked,
  present: ServiceContext,
  past: ServiceContext,
): Promise<Found> {
  const isCoarsened =
    given.delivery === undefined &&
    full.settled.reduction.kind !== 'extract' &&
    // Bands cannot be averaged: who asks for them gets the last points.
    !asksForBands(given);
  if (full.table.times.length <= asked.most || !isCoarsened) return full;
  for (const resolution of COARSER) {
    if (resolutionOf(resolution).rank <= full.resolution.rank) continue;
    const coarser = await read({ ...given, resolution }, asked, present, past);
    if (coarser.table.times.length <= asked.most) return coarser;
  }
  return full;
}

function describe(
  full: Found,
  brief: Found,
  given: ForecastArguments,
  most: number,
  { zone }: ServiceContext,
) {
  const { series } = full.settled;
  const isDelivery = given.delivery !== undefined;
  const { table, resolution } = brief;
  const last = (column: Float64Array) => column.subarray(-most);
  const column = (name: string, of = table) => of.columns.find((one) => one.name === name)?.values;
  const none = new Float64Array(0);
  const times = isDelivery ? (column('analyzedTime') ?? none) : table.times;
  const values = (name: string) => Array.from(last(column(name) ?? none), shown);
  const levels = table.columns.flatMap(({ name }) => /^lower([\d.]+)$/.exec(name)?.[1] ?? []);
  const percents = table.columns.flatMap(({ name }) => /^q([\d.]+)$/.exec(name)?.[1] ?? []);
  const total = table.times.length;
  const notes = [
    ...(brief === full
      ? []
      : [`${full.table.times.length} points are too many: these are by ${resolution.name}`]),
    ...(total > most ? [`the last ${most} of ${total} points`] : []),
  ];
  const points = {
    times: isDelivery ? (column('analyzedTime', full.table) ?? none) : full.table.times,
    values: column('value', full.table) ?? none,
  };
  return {
    ...{ seriesId: series.code, description: series.description, unit: series.unit },
    ...{ kind: isDelivery ? 'delivery' : 'slice', source: null, analyzedTime: null },
    ...{ marketTimeZone: zone.name, resolution: resolution.name },
    statistics: statisticsOf(points, isDelivery ? resolutionOf('hour') : full.resolution, zone),
    times: Array.from(last(times), (time) =>
      isDelivery ? (momentText(time, zone) ?? '') : timeText(time, resolution, zone),
    ),
    values: values('value'),
    sources: Array.from(last(column('source') ?? none), (place) => table.names[place] ?? null),
    bands: levels.map((level) => ({
      ...{ level: Number(level), lower: values(`lower${level}`), upper: values(`upper${level}`) },
    })),
    ...(given.quantile === undefined
      ? {}
      : {
          quantiles: percents.map((percent) => ({
            ...{ percent: Number(percent), values: values(`q${percent}`) },
          })),
        }),
    ...(given.actual ? { actual: values('actual') } : {}),
    ...(notes.length > 0 ? { note: notes.join('; ') } : {}),
  };
}
