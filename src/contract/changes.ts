// Wire shapes of what changed: GET /api/v1/changes over all areas, GET …/series/{seriesId}/changes of one series.

import { optionalText, utc } from '#contract/fields';
import { source } from '#contract/forecast';
import { type Static, Type } from '#contract/schema';

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(shape: T) =>
  Type.Union([shape, Type.Null()]);

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
