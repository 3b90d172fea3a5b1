// Wire shapes of what changed: GET /api/v1/changes tells each change, GET …/changes/areas compares all areas,
// GET …/series/{seriesId}/changes has the times of one series.

import { optionalText, utc } from '#contract/fields';
import { source } from '#contract/forecast';
import { type Schema, type Static, Type } from '#contract/schema';

const nullable = <T extends Schema>(shape: T) => Type.Union([shape, Type.Null()]);

const seconds = Type.Array(Type.Integer(), {
  description: 'Seconds since 1970-01-01T00:00Z, ascending',
});

export const ChangesQuery = Type.Object({
  since: optionalText(
    'Compare with what was known then: an instant, or a date or date keyword, which mean their end. It must be past. Left out: 24 hours ago.',
    '2024-05-16T10:00:00Z',
  ),
  category: optionalText('The first category that the plan has by default', 'hrprice'),
  source,
  oneSource: optionalText(
    'true compares each area within one source if `source` is left out: the first in its order with runs then and now',
    'true',
  ),
});
export type ChangesQuery = Static<typeof ChangesQuery>;

const hours = (description: string) =>
  Type.Object(
    {
      observed: nullable(utc('Time stamp of the last observed value; what follows it is forecast')),
      analyzedTime: nullable(utc('Issue time of the newest run')),
      source: nullable(Type.String({ description: 'Its source', examples: ['gridtide'] })),
      values: Type.Array(nullable(Type.Number()), { description: 'In the order of `times`' }),
    },
    { description },
  );

export const ChangesAnswer = Type.Object(
  {
    category: Type.String({ examples: ['hrprice'] }),
    categories: Type.Array(Type.String(), {
      description: 'The categories of which the plan has a series',
      examples: [['hrprice', 'hrcons']],
    }),
    since: utc('The instant that is compared with', '2024-05-16T10:00:00.000Z'),
    days: Type.Array(Type.String(), {
      description: 'Today and tomorrow, market time',
      examples: [['2024-05-17', '2024-05-18']],
    }),
    times: seconds,
    sources: Type.Array(Type.String(), {
      description:
        'The sources of runs over these hours, then and now, each area’s preferred one first',
      examples: [['gridtide']],
    }),
    areas: Type.Array(
      Type.Object({
        area: Type.String({ examples: ['DE'] }),
        description: Type.String({ examples: ['Germany'] }),
        seriesId: Type.String({ examples: ['dehrprice'] }),
        unit: Type.String({ examples: ['EUR/MWh'] }),
        count: Type.Integer({ description: 'The hours known then and now', examples: [48] }),
        added: Type.Integer({ description: 'The hours known only now', examples: [0] }),
        removed: Type.Integer({ description: 'The hours known only then', examples: [0] }),
        mean: nullable(
          Type.Number({
            description: 'Mean of now less then over `count` hours',
            examples: [-1.5],
          }),
        ),
        largest: nullable(
          Type.Object(
            { time: utc('The hour'), change: Type.Number({ examples: [-12.4] }) },
            { description: 'The hour that changed most' },
          ),
        ),
        earlier: hours('As known at `since`'),
        current: hours('As known now'),
      }),
      { description: 'The areas of which the plan has the series, the largest mean change first' },
    ),
  },
  { description: 'Today’s and tomorrow’s hours as known now and then, area by area' },
);
export type ChangesAnswer = Static<typeof ChangesAnswer>;

export const MOST_CHANGE_TIMES = 5_000;

export const ChangeTimesQuery = Type.Object({
  limit: optionalText(`The most times, 1 to ${MOST_CHANGE_TIMES}; 500 by default`, '100'),
});
export type ChangeTimesQuery = Static<typeof ChangeTimesQuery>;

export const ChangeTimesAnswer = Type.Object(
  {
    seriesId: Type.String({ examples: ['dehrprice'] }),
    times: Type.Array(utc('With milliseconds', '2024-05-16T10:00:00.000Z'), {
      description: 'Newest first. Each can be given as asOf.',
    }),
    more: Type.Boolean({ description: 'Whether earlier times exist' }),
  },
  { description: 'When a series was made and changed' },
);
export type ChangeTimesAnswer = Static<typeof ChangeTimesAnswer>;

export const MOST_EVENTS = 1_000;
export const MOST_WAIT_SECONDS = 60;

export const EventsQuery = Type.Object({
  after: optionalText(
    'A cursor: `next` of an earlier answer, or the id of an event. 0 is the beginning of the log. Left out: from now on.',
    '0',
  ),
  series: optionalText('Patterns of identifiers with commas; * stands for any characters', 'de*'),
  area: optionalText('Areas with commas', 'DE,FR'),
  category: optionalText('Categories with commas', 'hrprice'),
  kind: optionalText(
    'series, values, run or alert, or types such as run.added, with commas',
    'values,run',
  ),
  limit: optionalText(`The most events, 1 to ${MOST_EVENTS}`, '100'),
  wait: optionalText(`Seconds to wait if there is no event yet, 1 to ${MOST_WAIT_SECONDS}`, '5'),
});
export type EventsQuery = Static<typeof EventsQuery>;

export const EventRecord = Type.Object({
  id: Type.String({ description: 'The cursor behind this event', examples: ['1043'] }),
  type: Type.String({
    description:
      'series.added, series.changed, values.changed, run.added, run.replaced, run.removed, alert.firing, alert.resolved; for operators also held.added and held.released',
    examples: ['values.changed'],
  }),
  time: nullable(utc('As of this instant the change is visible; null: always known')),
  series: Type.String({ examples: ['dehrprice'] }),
  area: nullable(Type.String({ examples: ['DE'] })),
  category: nullable(Type.String({ examples: ['hrprice'] })),
  from: nullable(utc('First interval that changed; null: not known, or the event has none')),
  to: nullable(utc('Last interval that changed')),
  points: nullable(Type.Integer({ description: 'How many values changed', examples: [24] })),
  analyzedTime: nullable(utc('The run’s issue time, if the event is of a run')),
  source: nullable(
    Type.String({
      description: 'The run’s source, if the event is of a run',
      examples: ['gridtide'],
    }),
  ),
  rule: Type.Optional(
    Type.String({ description: 'Only of an alert: the name of its rule', examples: ['negative'] }),
  ),
  links: Type.Object({
    data: Type.String({
      description: 'The changed part as it is now',
      examples: ['/api/v1/series/dehrprice?from=2024-05-17T00:00:00Z&to=2024-05-17T23:00:00Z'],
    }),
    asOf: nullable(Type.String({ description: 'The same as of the event' })),
  }),
});
export type EventRecord = Static<typeof EventRecord>;

export const EventsAnswer = Type.Object({
  events: Type.Array(EventRecord, { description: 'In the order of the commits' }),
  next: Type.String({ description: '`after` of the next request', examples: ['1043'] }),
  more: Type.Boolean({ description: 'Whether the log has more already' }),
});
export type EventsAnswer = Static<typeof EventsAnswer>;
