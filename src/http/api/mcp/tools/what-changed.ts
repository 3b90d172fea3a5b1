// what_changed: how today and tomorrow differ from what was known at an earlier time, and when a series changed.

import { refuseField } from '#core/errors';
import { didYouMean, quoteGiven } from '#core/nearest';
import { DAY_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import { resolutionOf } from '#core/time/resolution';
import { momentText, shown, timeText } from '#http/api/mcp/tools/brief-points';
import {
  AS_OF,
  argumentsOf,
  listOf,
  objectOf,
  orNull,
  type Tool,
  type ToolCall,
  text,
  whole,
} from '#http/api/mcp/tools/tool';
import { contextAsOf, parseAsOf } from '#service/context';
import { readFromOneState } from '#service/one-state';
import { readChangeTimes } from '#service/series/change-times';
import { type AreaChange, CHANGE_CATEGORIES, readPlanChanges } from '#service/series/plan-changes';

const MOST_LISTED = 50;
const USUAL_LISTED = 15;

interface Arguments {
  readonly since?: string;
  readonly category?: string;
  readonly source?: string;
  readonly seriesId?: string;
  readonly limit?: number;
  readonly asOf?: string;
}

export const WHAT_CHANGED: Tool = {
  name: 'what_changed',
  title: 'What changed',
  description:
    'Compares today’s and tomorrow’s hours of every area with what was known at an earlier time, the largest mean change first. With seriesId it lists instead when that series changed, newest first: each time can be given as asOf.',
  inputSchema: argumentsOf({
    since: text(
      'Compare with what was known then; it must be past. Left out: a day ago',
      'today-1',
    ),
    category: { ...text('The first that the plan has by default'), enum: CHANGE_CATEGORIES },
    source: text('Only forecast runs of this source', 'gridtide'),
    seriesId: text('When this series changed, instead of the comparison', 'dehrprice'),
    limit: whole(
      `The most areas or times, 1 to ${MOST_LISTED}; ${USUAL_LISTED} by default`,
      1,
      MOST_LISTED,
    ),
    asOf: AS_OF,
  }),
  outputSchema: objectOf(
    {
      marketTimeZone: text('The zone of all times'),
      category: text('What is compared'),
      since: orNull(text('The time that is compared with')),
      areas: listOf(
        objectOf({
          area: text('The area'),
          seriesId: text('Its series'),
          unit: text('Its unit'),
          hours: { type: 'integer', description: 'Hours known then and now' },
          added: { type: 'integer', description: 'Hours known only now' },
          meanChange: orNull({ type: 'number', description: 'Mean of now less then' }),
          largest: orNull(
            objectOf({ time: text('The hour'), change: { type: ['number', 'null'] } }),
          ),
          newestRun: orNull(text('Issue time of the newest run now')),
          runThen: orNull(text('Issue time of the newest run then')),
        }),
        'The largest mean change first',
      ),
      seriesId: text('The series whose changes are listed'),
      times: listOf({ type: 'string' }, 'When it changed, newest first'),
      more: { type: 'boolean', description: 'Whether more exist' },
    },
    ['marketTimeZone', 'more'],
  ),
  call: (asked) =>
    (asked.args as Arguments).seriesId === undefined ? compareAreas(asked) : listTimes(asked),
};

async function compareAreas({ args, caller, now, context }: ToolCall) {
  const { since: given, category, source, limit = USUAL_LISTED, asOf: when } = args as Arguments;
  const { zone } = context;
  const asOf = parseAsOf(when, 'asOf', now, zone);
  const until = asOf ?? now;
  const since = sinceOf(given, until, zone);
  const wanted = { category: categoryOf(category), source, isOneSource: true, since, now: until };
  const changes = await readFromOneState(context, undefined, 'since', async (present) =>
    readPlanChanges(
      wanted,
      caller,
      await contextAsOf(present, asOf, 'asOf'),
      await contextAsOf(present, since, 'since'),
    ),
  );
  return {
    ...{ marketTimeZone: zone.name, category: changes.category, since: momentText(since, zone) },
    areas: changes.areas.slice(0, limit).map((area) => describe(area, changes.times, zone)),
    more: changes.areas.length > limit,
  };
}

function describe(change: AreaChange, times: Float64Array, zone: ToolCall['context']['zone']) {
  const { area, series, count, addedCount, mean, largest, current, earlier } = change;
  return {
    ...{ area: area.code, seriesId: series.code, unit: series.unit, hours: count },
    ...{ added: addedCount, meanChange: mean === undefined ? null : shown(mean) },
    largest: largest
      ? {
          time: timeText(times[largest.index]!, resolutionOf('hour'), zone),
          change: shown(largest.change),
        }
      : null,
    newestRun: momentText(current.run?.analyzedAt, zone),
    runThen: momentText(earlier.run?.analyzedAt, zone),
  };
}

/** A day before, to the minute, by default. */
function sinceOf(
  given: string | undefined,
  now: Instant,
  zone: ToolCall['context']['zone'],
): Instant {
  if (given === undefined) return Math.floor(now / MINUTE_MS) * MINUTE_MS - DAY_MS;
  const since = parseAsOf(given, 'since', now, zone);
  if (since !== undefined) return since;
  const limit = momentText(now, zone);
  const message = `${quoteGiven(given)} is not before ${limit}`;
  throw refuseField('field_invalid', 'since', message, [`a time before ${limit}`]);
}

function categoryOf(given: string | undefined): string | undefined {
  const category = given?.trim().toLowerCase();
  if (category === undefined || CHANGE_CATEGORIES.includes(category)) return category;
  const message = `unknown category ${quoteGiven(given!)}${didYouMean(category, CHANGE_CATEGORIES)}`;
  throw refuseField('field_invalid', 'category', message, CHANGE_CATEGORIES);
}

async function listTimes({ args, caller, now, context }: ToolCall) {
  const { seriesId, limit = USUAL_LISTED, asOf: when } = args as Arguments;
  const { zone } = context;
  const asOf = parseAsOf(when, 'asOf', now, zone);
  const { series, times, hasMore } = await readFromOneState(context, undefined, 'asOf', (present) =>
    readChangeTimes(seriesId!, limit, caller, present, asOf),
  );
  return {
    ...{ marketTimeZone: zone.name, seriesId: series.code },
    // With milliseconds: an earlier one would not show the change.
    ...{ times: times.map((time) => new Date(time).toISOString()), more: hasMore },
  };
}
