// resolve_dates: what date keywords mean, so that a model need not guess what day it is.

import { FaultCollector } from '#core/fault-collector';
import { HOUR_MS } from '#core/time/instant';
import { type Moment, parseMoment, settleMoment } from '#core/time/moment';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { momentText } from '#http/api/mcp/tools/brief-points';
import {
  AS_OF,
  argumentsOf,
  listOf,
  objectOf,
  orNull,
  type Tool,
  text,
} from '#http/api/mcp/tools/tool';
import { gridOfSeries, parseAsOf } from '#service/context';
import { readFromOneState } from '#service/one-state';
import { observedExtent } from '#service/series/find-series';
import { findReadable } from '#service/slices/list-sources';

const MOST_DATES = 20;

export const RESOLVE_DATES: Tool = {
  name: 'resolve_dates',
  title: 'Resolve dates',
  description:
    'Says which instants dates and keywords mean: today, tomorrow, monday-1, month-1, q3, boy, eohy, 2024-05, 2024-05-17T10:00. Without dates it tells the current time of the market. first and last need a seriesId.',
  inputSchema: argumentsOf({
    dates: {
      ...listOf(text('A keyword, a date or an instant'), 'What to resolve'),
      minItems: 1,
      maxItems: MOST_DATES,
      examples: [['today', 'month-1']],
    },
    seriesId: text('For first and last: the first and last value of this series', 'dehrprice'),
    asOf: AS_OF,
  }),
  outputSchema: objectOf({
    now: text('The time of the market, or asOf'),
    marketTimeZone: text('The zone of all times'),
    dates: listOf(
      objectOf(
        {
          given: text('What was asked for'),
          from: orNull(text('Its first instant')),
          until: orNull(text('The first instant after it; of an instant, itself')),
          hours: orNull({
            type: 'number',
            description: 'How long it is, with changes of the clock; 0 of an instant',
          }),
          note: text('Left out unless the clock shows the time twice'),
        },
        ['given', 'from', 'until', 'hours'],
      ),
      'In the order that was asked for; null if the series has no value',
    ),
  }),
  call: async ({ args, caller, now, context }) => {
    const { dates = [], seriesId } = args as { dates?: string[]; seriesId?: string };
    const { zone } = context;
    const asOf = parseAsOf(args.asOf as string | undefined, 'asOf', now, zone);
    const at = asOf ?? now;
    const faults = new FaultCollector();
    const moments = dates.map((text, i) =>
      faults.check(() => parseMoment(text, `dates[${i}]`, at, zone, 'first')),
    );
    faults.throwIfAny();
    const needsSeries = moments.some((moment) => 'keyword' in moment!);
    const extent = needsSeries
      ? await readFromOneState(context, asOf, 'asOf', async (past) => {
          const series = await findReadable(seriesId, caller, past);
          return observedExtent(series, gridOfSeries(series, zone));
        })
      : undefined;
    return {
      ...{ now: momentText(at, zone), marketTimeZone: zone.name },
      dates: moments.map((moment, i) => {
        const span = 'keyword' in moment! ? settleMoment(moment, extent!, zone) : moment!;
        return {
          ...{ given: dates[i], from: momentText(span?.start, zone) },
          ...lengthOf(span, zone),
          ...noteOf(moment!, parseMoment(dates[i]!, `dates[${i}]`, at, zone, 'second'), zone),
        };
      }),
    };
  },
};

/** The span of an instant is one millisecond long. */
function lengthOf(span: Span | undefined, zone: Zone) {
  if (!span) return { until: null, hours: null };
  const { start, end } = span;
  if (end - start === 1) return { until: momentText(start, zone), hours: 0 };
  return { until: momentText(end, zone), hours: (end - start) / HOUR_MS };
}

/** The two readings of a time in the hour that the clock repeats: `from` takes the first, `to` the second. */
function noteOf(first: Moment, second: Moment, zone: Zone): { readonly note?: string } {
  if (!('start' in first && 'start' in second) || first.start === second.start) return {};
  const [from, to] = [first, second].map(({ start }) => momentText(start, zone));
  return { note: `the clock shows this time twice: as \`from\` it is ${from}, as \`to\` ${to}` };
}
