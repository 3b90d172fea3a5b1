// find_series and describe_series: what exists, and what one series is.

import { refuseField } from '#core/errors';
import { AREAS, findArea } from '#core/market/areas';
import { didYouMean, quoteGiven } from '#core/nearest';
import { RESOLUTIONS } from '#core/time/resolution';
import { addressOf, momentText } from '#http/api/mcp/tools/brief-points';
import {
  AS_OF,
  argumentsOf,
  listOf,
  objectOf,
  orNull,
  SERIES_ID,
  type Tool,
  type ToolCall,
  text,
  whole,
} from '#http/api/mcp/tools/tool';
import { parseWords } from '#http/request/query-values';
import { nativeOf, parseAsOf, type ServiceContext } from '#service/context';
import { readFromOneState } from '#service/one-state';
import { datesOf } from '#service/series/find-series';
import { listKnownSeries } from '#service/series/list-known-series';
import { findReadable, listSources } from '#service/slices/list-sources';
import type { SeriesRecord } from '#store/series-record';

const MOST_FOUND = 50;
const USUAL_FOUND = 20;

const SERIES = {
  seriesId: text('Its identifier'),
  description: text('What it is'),
  unit: text('Its unit'),
  resolution: text('Its own resolution'),
  area: orNull(text('Its area')),
  category: orNull(text('Its category')),
  firstValue: orNull(text('Time of its first value')),
  lastValue: orNull(text('Time of its last observed value')),
  newestRun: orNull(text('Issue time of its newest forecast run')),
  lastUpdated: orNull(text('When it last changed')),
};

function describe(series: SeriesRecord, zone: ServiceContext['zone']) {
  const { first, last } = datesOf(series, zone);
  return {
    ...{ seriesId: series.code, description: series.description, unit: series.unit },
    ...{ resolution: nativeOf(series).name, area: series.area, category: series.category },
    firstValue: momentText(first, zone),
    lastValue: momentText(last, zone),
    newestRun: momentText(series.newestRunAt, zone),
    lastUpdated: momentText(series.updatedAt, zone),
  };
}

export const FIND_SERIES: Tool = {
  name: 'find_series',
  title: 'Find series',
  description:
    'Lists series that the caller may read, by words, area, category or resolution. Begin here if the identifier is not known. Identifiers are mostly the area and the category: dehrprice is the hourly day-ahead price of Germany.',
  inputSchema: argumentsOf({
    query: text('Words in the identifier or description', 'wind germany'),
    area: text('An area code', 'DE', 'NO1'),
    category: text('A category: hrprice, hrcons, hrproduction, hrwind …', 'hrprice'),
    resolution: {
      ...text('The series’ own resolution'),
      enum: RESOLUTIONS.map(({ name }) => name),
    },
    after: text('Continue after this identifier: `next` of the page before', 'dehrprice'),
    limit: whole(`The most series, 1 to ${MOST_FOUND}; ${USUAL_FOUND} by default`, 1, MOST_FOUND),
    asOf: AS_OF,
  }),
  outputSchema: objectOf({
    series: listOf(objectOf(SERIES), 'In order of identifier'),
    next: orNull(text('Give it as `after` for more; null if these are all')),
  }),
  call: async ({ args, caller, now, context }) => {
    const { query, area, category, resolution, after, limit = USUAL_FOUND } = args as Found;
    const asOf = parseAsOf(args.asOf as string | undefined, 'asOf', now, context.zone);
    const wanted = {
      words: parseWords(query, 'query'),
      ...(area ? { area: requireArea(area) } : {}),
      ...(resolution ? { resolution: resolution.toLowerCase() as SeriesRecord['resolution'] } : {}),
      ...(after ? { after: after.trim().toLowerCase() } : {}),
      onlySubscribed: true,
    };
    const inCategory = category?.trim().toLowerCase();
    return readFromOneState(context, asOf, 'asOf', async (past) => {
      const found: SeriesRecord[] = [];
      for await (const series of listKnownSeries(past, wanted, caller)) {
        if (inCategory !== undefined && series.category !== inCategory) continue;
        found.push(series);
        if (found.length > limit) break;
      }
      if (found.length === 0 && inCategory) await requireCategory(inCategory, caller, past);
      const isCut = found.length > limit;
      const told = found.slice(0, limit);
      return {
        series: told.map((one) => describe(one, past.zone)),
        next: isCut ? told.at(-1)!.code : null,
      };
    });
  },
};

interface Found {
  readonly query?: string;
  readonly area?: string;
  readonly category?: string;
  readonly resolution?: string;
  readonly after?: string;
  readonly limit?: number;
}

function requireArea(given: string): string {
  const area = findArea(given);
  if (area) return area.code;
  const codes = AREAS.map(({ code }) => code);
  const message = `unknown area ${quoteGiven(given)}${didYouMean(given, codes)}`;
  throw refuseField('field_invalid', 'area', message, codes);
}

/** Refuses a category that no series of the caller has. */
async function requireCategory(
  given: string,
  caller: ToolCall['caller'],
  context: ServiceContext,
): Promise<void> {
  const known = new Set<string>();
  const all = { words: [], onlySubscribed: true };
  for await (const { category } of listKnownSeries(context, all, caller)) {
    if (category !== null) known.add(category);
  }
  if (known.has(given)) return;
  const names = [...known].sort();
  const message = `unknown category ${quoteGiven(given)}${didYouMean(given, names)}`;
  throw refuseField('field_invalid', 'category', message, names);
}

export const DESCRIBE_SERIES: Tool = {
  name: 'describe_series',
  title: 'Describe a series',
  description:
    'Tells what one series is: unit, resolution, first and last value, and the sources of its forecast runs.',
  inputSchema: argumentsOf({ seriesId: SERIES_ID, asOf: AS_OF }, 'seriesId'),
  outputSchema: objectOf({
    ...SERIES,
    marketTimeZone: text('The zone of all times'),
    sources: listOf(
      objectOf({
        source: text('Its name'),
        runs: { type: 'integer', description: 'Its runs' },
        firstRun: orNull(text('Issue time of its first run')),
        newestRun: orNull(text('Issue time of its newest run')),
      }),
      'Sources of forecast runs, the preferred one first',
    ),
    page: text('The series on the web page'),
  }),
  call: async ({ args, caller, now, context, origin }: ToolCall) => {
    const asOf = parseAsOf(args.asOf as string | undefined, 'asOf', now, context.zone);
    return readFromOneState(context, asOf, 'asOf', async (past) => {
      const series = await findReadable(args.seriesId as string, caller, past);
      const { zone } = past;
      const sources = await listSources(series, past);
      return {
        ...describe(series, zone),
        marketTimeZone: zone.name,
        sources: sources.map(({ source, runs, first, last }) => ({
          ...{ source, runs },
          firstRun: momentText(first, zone),
          newestRun: momentText(last, zone),
        })),
        page: addressOf(origin, `/s/${series.code}`, {}),
      };
    });
  },
};
