// Wire shapes of slices of runs, and of what runs and sources a series has.

import { optionalText, utc } from '#contract/fields';
import { SeriesQueryString } from '#contract/forecast';
import { completenessColumns, completenessHead, completenessRow } from '#contract/point-detail';
import { type Schema, type Static, Type } from '#contract/schema';
import { MOST_DAYS_AHEAD, MOST_HOURS_AHEAD } from '#core/values/slice-rule';

// All values of a slice are forecasts, and each row says of which run.
const { kinds: _, decimals: __, ...seriesFields } = SeriesQueryString.properties;

export const SliceQuery = Type.Object({
  ...seriesFields,
  daysAhead: optionalText(
    `0 to ${MOST_DAYS_AHEAD}: runs whose market day is this number of days before the interval’s. Exactly one of daysAhead, hoursAhead and delivery is given.`,
    '1',
  ),
  hoursAhead: optionalText(
    `0 to ${MOST_HOURS_AHEAD}: runs issued at least this number of hours before the interval`,
    '24',
  ),
  delivery: optionalText(
    'One interval in every run that covers it, the oldest run first; from and to then bound the issue times',
    '2024-05-17T12:00',
  ),
  issuedAt: optionalText('Only runs issued in this minute of the day, such as 06:00', '06:00'),
  issuedBefore: optionalText(
    'Only runs issued before this time of day (exclusive); 24:00 leaves out none',
    '12:00',
  ),
  issuedAfter: optionalText('Only runs issued at this time of day or later', '06:00'),
  zone: optionalText(
    'Time zone of these times of day. Left out: the market’s. The market day is always the market’s.',
    'Europe/Berlin',
  ),
  knownBy: optionalText(
    'Only what was recorded here by this time of the run’s issue day, in the form that it had then',
    '12:00',
  ),
  pick: optionalText('latest (default) or earliest of the runs that fit', 'latest'),
  currency: optionalText('Prices in this currency, such as NOK', 'EUR'),
  bands: optionalText('true adds the bounds of each band', 'false'),
  level: optionalText(
    'Adds the bounds of the bands of these levels, 1 to 98 percent with commas between them: lower50, upper50. A value whose run does not have the level has null.',
    '50,95',
  ),
  quantile: optionalText(
    'Adds these quantiles, 1 to 99 percent with commas between them: q10, q50. A value whose run does not have the quantile has null.',
    '10,50,90',
  ),
  actual: optionalText('true adds the actual value, and forecast less actual', 'true'),
});
export type SliceQuery = Static<typeof SliceQuery>;

const orNull = <T extends Schema>(type: T) => Type.Union([type, Type.Null()]);

/** What a slice says of all its rows. */
const sliceHead = {
  seriesId: Type.String({ examples: ['dehrprice'] }),
  unit: Type.String({ examples: ['EUR/MWh'] }),
  resolution: Type.String({ examples: ['Hour'] }),
  aggregation: Type.String({ examples: ['None'] }),
  from: orNull(utc('First instant of the span as resolved')),
  to: orNull(utc('Last instant of the span as resolved')),
  zone: Type.String({
    description: 'The time zone of the times of day',
    examples: ['Europe/Berlin'],
  }),
  pick: Type.String({ examples: ['latest'] }),
  ...completenessHead,
};

export const SliceDocument = Type.Object(
  {
    ...sliceHead,
    data: Type.Array(
      Type.Object({
        time: utc('Start of the interval'),
        value: orNull(Type.Number()),
        ...completenessRow,
        analyzedTime: orNull(utc('Issue time of the run; null if no run fits, or several do')),
        recordedAt: orNull(utc('When the run was recorded here; null: always known')),
        source: orNull(Type.String({ examples: ['gridtide'] })),
        leadHours: orNull(Type.Number({ description: 'From the issue to the interval' })),
        actual: Type.Optional(orNull(Type.Number())),
        error: Type.Optional(orNull(Type.Number())),
      }),
    ),
  },
  { description: 'One row for each interval, or for each run of a delivery' },
);

export const SliceColumns = Type.Object(
  {
    ...sliceHead,
    times: Type.Array(Type.Integer(), { description: 'Seconds since 1970-01-01T00:00Z' }),
    values: Type.Array(orNull(Type.Number())),
    ...completenessColumns,
    analyzedTimes: Type.Array(orNull(Type.Number()), { description: 'Seconds since 1970' }),
    recordedAts: Type.Array(orNull(Type.Number()), { description: 'Seconds since 1970' }),
    sources: Type.Array(orNull(Type.String())),
    leadHours: Type.Array(orNull(Type.Number())),
    actuals: Type.Optional(Type.Array(orNull(Type.Number()))),
    errors: Type.Optional(Type.Array(orNull(Type.Number()))),
  },
  { description: 'The same as arrays (format=columns), for charts' },
);

export type SliceColumns = Static<typeof SliceColumns>;

export const RunsQuery = Type.Object({
  source: optionalText('Only runs of this source', 'gridtide'),
  from: optionalText('First issue time: a keyword, date or instant', '2024-05-01'),
  to: optionalText('Last issue time (included)', '2024-05-31'),
  limit: optionalText('The most runs, 1 to 1000', '100'),
  before: optionalText(
    'Only runs issued before this instant: `next` of the page before',
    '2024-05-20T00:00:00Z',
  ),
  asOf: optionalText('Answer as of then', '2024-05-17T10:00:00Z'),
});
export type RunsQuery = Static<typeof RunsQuery>;

export const RunsAnswer = Type.Object({
  seriesId: Type.String({ examples: ['dehrprice'] }),
  runs: Type.Array(
    Type.Object({
      analyzedTime: utc('Issue time'),
      source: Type.String({ examples: ['gridtide'] }),
      recordedAt: orNull(utc('When the run was recorded here; null: always known')),
      updateTime: utc('When its values last changed'),
      from: utc('Its first interval'),
      to: utc('Its last interval'),
      points: Type.Integer({ examples: [171] }),
    }),
    { description: 'The newest first; runs of one time in the order of sources' },
  ),
  next: orNull(utc('`before` of the next page; null on the last')),
});
export type RunsAnswer = Static<typeof RunsAnswer>;

export const SourcesAnswer = Type.Object({
  seriesId: Type.String({ examples: ['dehrprice'] }),
  sources: Type.Array(
    Type.Object({
      source: Type.String({ examples: ['gridtide'] }),
      runs: Type.Integer({ examples: [28] }),
      firstAnalyzedTime: utc('Issue time of its oldest run'),
      lastAnalyzedTime: utc('Issue time of its newest run'),
    }),
    { description: 'In the order in which they are preferred' },
  ),
});
export type SourcesAnswer = Static<typeof SourcesAnswer>;

export const SourcesQuery = Type.Object({
  asOf: optionalText('Answer as of then', '2024-05-17T10:00:00Z'),
});
export type SourcesQuery = Static<typeof SourcesQuery>;
