// compare_series: several series side by side, and how they differ from the first.

import type { Caller } from '#accounts/authenticate';
import { RESOLUTIONS, type Resolution } from '#core/time/resolution';
import {
  MOST_POINTS,
  momentText,
  STATISTICS,
  shown,
  statisticsOf,
  timeText,
} from '#http/api/mcp/tools/brief-points';
import { compare, timesOf, valuesAt } from '#http/api/mcp/tools/differences';
import { linksOf, type SeriesArguments, wantedOf } from '#http/api/mcp/tools/read-series';
import {
  AS_OF,
  argumentsOf,
  CURRENCY,
  FROM,
  listOf,
  objectOf,
  orNull,
  RESOLUTION,
  TO,
  type Tool,
  text,
} from '#http/api/mcp/tools/tool';
import { parseAsOf, type ServiceContext } from '#service/context';
import { readFromOneState } from '#service/one-state';
import { tooManyPoints } from '#service/point-cap';
import { datesOfSpan } from '#service/series/find-series';
import type { SeriesRequest } from '#service/series/parse-series-request';
import { readTask, type SeriesAnswer } from '#service/series/read-series';
import { countPoints, settleSeries } from '#service/series/settle-series';

const MOST_COMPARED = 8;

interface CompareArguments extends SeriesArguments {
  readonly seriesIds: readonly string[];
}

const numberOrNull = (description: string) => orNull({ type: 'number', description });

export const COMPARE_SERIES: Tool = {
  name: 'compare_series',
  title: 'Compare series',
  description:
    'Reads 2 to 8 series over one span at one resolution, and compares each with the first: mean difference, largest differences, correlation. The points of all series together are at most 400.',
  inputSchema: argumentsOf(
    {
      seriesIds: {
        ...listOf(
          text('Identifier of a series'),
          'The series; the others are compared with the first',
        ),
        minItems: 2,
        maxItems: MOST_COMPARED,
        examples: [['dehrprice', 'frhrprice']],
      },
      from: FROM,
      to: TO,
      resolution: RESOLUTION,
      currency: CURRENCY,
      asOf: AS_OF,
    },
    'seriesIds',
    'from',
    'to',
  ),
  outputSchema: objectOf(
    {
      resolution: text('The resolution of figures and differences'),
      marketTimeZone: text('The zone of all times'),
      from: orNull(text('First instant of the span')),
      to: orNull(text('Last instant of the span')),
      series: listOf(
        objectOf({
          seriesId: text('Its identifier'),
          description: text('What it is'),
          unit: text('Its unit'),
          lastObserved: orNull(text('Time of its last observed value')),
          statistics: STATISTICS,
          values: listOf({ type: ['number', 'null'] }, 'In the order of times'),
          csv: text('Address of all its points as CSV, for a caller with a key'),
        }),
        'In the order that was asked for',
      ),
      differences: listOf(
        objectOf({
          seriesId: text('The series that is compared with the first'),
          count: { type: 'integer', description: 'Intervals in which both have a value' },
          mean: numberOrNull('Mean of its value less the first’s'),
          meanAbsolute: numberOrNull('Mean of the difference without its sign'),
          min: numberOrNull('Smallest difference'),
          max: numberOrNull('Largest difference'),
          correlation: numberOrNull('Pearson’s correlation, −1 to 1'),
        }),
        'Null if the units differ or nothing overlaps',
      ),
      pointsResolution: text('The resolution of times and values'),
      times: listOf({ type: 'string' }, 'Starts of intervals, market time'),
      note: text('What to know about the points'),
    },
    [
      ...['resolution', 'marketTimeZone', 'from', 'to', 'series', 'differences'],
      ...['pointsResolution', 'times'],
    ],
  ),
  call: async ({ args, caller, now, context, origin }) => {
    const given = args as unknown as CompareArguments;
    const asOf = parseAsOf(given.asOf, 'asOf', now, context.zone);
    const { seriesIds, ...rest } = given;
    const wanted = seriesIds.map((seriesId) =>
      wantedOf({ ...rest, seriesId }, context, asOf ?? now),
    );
    return readFromOneState(context, asOf, 'asOf', async (past) => {
      const full = await readAlike(wanted, undefined, caller, past);
      const brief = await shorten(full, wanted, caller, past);
      const told = describe(full, brief, past);
      // A block of hours has no other name; other series are read at the longest of their resolutions.
      const isBlock = wanted.some(({ reduction }) => reduction.kind === 'extract');
      const asked = isBlock ? rest : { ...rest, resolution: told.resolution };
      const csvOf = (seriesId: string) => linksOf({ ...asked, seriesId }, origin).csv;
      return {
        ...told,
        series: told.series.map((one) => ({ ...one, csv: csvOf(one.seriesId) })),
      };
    });
  },
};

/** Reads all series at one resolution: the one given, or the longest that one of them has. */
async function readAlike(
  wanted: readonly SeriesRequest[],
  to: Resolution | undefined,
  caller: Caller,
  context: ServiceContext,
): Promise<SeriesAnswer[]> {
  const read = async (reduceTo: Resolution | undefined) => {
    const answers: SeriesAnswer[] = [];
    let points = 0;
    for (const request of wanted) {
      const reduction = reduceTo
        ? ({ kind: 'resample', to: reduceTo } as const)
        : request.reduction;
      const task = await settleSeries({ ...request, reduction }, caller, context);
      points += countPoints(task, context);
      requireWithin(points, caller);
      answers.push(await readTask(task, context));
    }
    return answers;
  };
  const answers = await read(to);
  const longest = longestOf(answers);
  return answers.every(({ resolution }) => resolution === longest) ? answers : read(longest);
}

/** All series together count as one answer of the plan. */
function requireWithin(points: number, { plan }: Caller): void {
  if (points <= plan.pointsPerAnswer) return;
  const hint = 'ask for fewer series, a coarser resolution or a shorter span';
  throw tooManyPoints(`more than ${plan.pointsPerAnswer} points`, plan.pointsPerAnswer, hint);
}

const longestOf = (answers: readonly SeriesAnswer[]): Resolution =>
  answers.map(({ resolution }) => resolution).reduce((a, b) => (b.rank > a.rank ? b : a));

/** The same series with at most 400 points. */
async function shorten(
  full: readonly SeriesAnswer[],
  wanted: readonly SeriesRequest[],
  caller: Caller,
  context: ServiceContext,
): Promise<readonly SeriesAnswer[]> {
  const fits = (answers: readonly SeriesAnswer[]) =>
    timesOf(answers).length * answers.length <= MOST_POINTS;
  if (fits(full)) return full;
  const { rank } = longestOf(full);
  for (const to of RESOLUTIONS.filter((resolution) => resolution.rank > rank)) {
    const shorter = await readAlike(wanted, to, caller, context);
    if (fits(shorter)) return shorter;
  }
  return full;
}

function describe(
  full: readonly SeriesAnswer[],
  brief: readonly SeriesAnswer[],
  { zone }: ServiceContext,
) {
  const [first] = full as [SeriesAnswer, ...SeriesAnswer[]];
  const { resolution } = first;
  const shownAt = brief[0]!.resolution;
  const all = timesOf(brief);
  const most = Math.floor(MOST_POINTS / brief.length);
  const times = all.slice(-most);
  const span = datesOfSpan(first.span);
  const note =
    times.length < all.length
      ? `the last ${times.length} of ${all.length} times; ask for a shorter span, or read csv`
      : brief === full
        ? undefined
        : `points by ${resolution.name} are too many: these are by ${shownAt.name}`;
  return {
    ...{ resolution: resolution.name, marketTimeZone: zone.name },
    ...{ from: momentText(span.first, zone), to: momentText(span.last, zone) },
    series: full.map(({ series, grid, points }, i) => ({
      ...{ seriesId: series.code, description: series.description, unit: series.unit },
      lastObserved: momentText(
        series.lastIndex === null ? null : grid.startOf(series.lastIndex),
        zone,
      ),
      statistics: statisticsOf(points, resolution, zone),
      values: valuesAt(times, brief[i]!).map(shown),
    })),
    differences: full.slice(1).map((other) => compare(first, other)),
    ...{ pointsResolution: shownAt.name, times: times.map((at) => timeText(at, shownAt, zone)) },
    ...(note === undefined ? {} : { note }),
  };
}
