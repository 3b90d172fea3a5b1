// Wire shapes of the forecast interface (GET /api/v1/…), spelt as its document spells them.

import { optionalText, utc } from '#contract/fields';
import {
  completenessColumns,
  completenessQuery,
  completenessRow,
  decimalsQuery,
  detailHead,
  kindsColumns,
  kindsQuery,
  kindsRow,
} from '#contract/point-detail';
import { type Static, Type } from '#contract/schema';
import { AREAS } from '#core/market/areas';
import { CATEGORIES } from '#core/market/categories';
import { CURRENCIES } from '#core/market/currency';
import { RESOLUTIONS } from '#core/time/resolution';

const asOf = optionalText(
  'Answer as of then: exactly what the same request would have returned at that instant. An instant, or a date or date keyword, which mean their end; without a zone it is market time. Left out or in the future: now.',
  '2024-05-17T10:00:00Z',
);

export const source = optionalText(
  'Only runs of this source. Left out: between runs of one time the order of sources decides (docs/reference/forecast-runs.md).',
  'gridtide',
);

const area = Type.String({
  description: `Area code, one of: ${AREAS.map(({ code }) => code).join(', ')}`,
  examples: ['DE'],
});

export const ForecastQuery = Type.Object({
  area,
  balanceCategory: optionalText(
    `One of: ${CATEGORIES.map(({ name }) => name).join(', ')}. Left out: every one that the plan grants.`,
    'hrprice',
  ),
  issueTime: optionalText(
    'The newest run at or before this instant. Left out: the newest run.',
    '2024-05-16T12:00:00Z',
  ),
  startDate: optionalText('First instant, UTC', '2024-05-17T00:00:00Z'),
  endDate: optionalText('Last instant (included), UTC', '2024-05-18T00:00:00Z'),
  resolution: optionalText(
    `One of: ${RESOLUTIONS.map(({ adverb }) => adverb).join(', ')}. Hourly by default.`,
    'Hourly',
  ),
  currency: optionalText(`One of: ${CURRENCIES.join(', ')}. Prices only. EUR by default.`, 'EUR'),
  source,
  asOf,
});
export type ForecastQuery = Static<typeof ForecastQuery>;

export const MultiForecastQuery = Type.Object({
  ...ForecastQuery.properties,
  fromIssueTime: optionalText('First issue time (included)', '2024-05-15T00:00:00Z'),
  toIssueTime: optionalText('Last issue time (included)', '2024-05-16T23:00:00Z'),
});
export type MultiForecastQuery = Static<typeof MultiForecastQuery>;

export const ForecastAnswerSchema = Type.Object(
  {
    analyzedTime: utc('Time of the model run'),
    data: Type.Array(
      Type.Object({
        area: Type.String({ examples: ['DE'] }),
        seriesName: Type.String({ examples: ['hrprice'] }),
        resolution: Type.String({ examples: ['Hourly'] }),
        unit: Type.String({ examples: ['EUR/MWh'] }),
        updateTime: utc('When the value was last updated'),
        validTime: utc('The instant the value applies to'),
        value: Type.Union([Type.Number(), Type.Null()], { examples: [61.5] }),
      }),
    ),
  },
  { description: 'One model run' },
);

export type ForecastAnswer = Static<typeof ForecastAnswerSchema>;

export const OverviewQuery = Type.Object({
  balanceCategory: optionalText('hrprice by default', 'hrprice'),
  counts: optionalText('true adds the run’s values on that day, and the day’s intervals', 'true'),
  source,
  asOf,
});
export type OverviewQuery = Static<typeof OverviewQuery>;

export const ForecastOverview = Type.Object(
  {
    balanceCategory: Type.String({ examples: ['hrprice'] }),
    areas: Type.Array(
      Type.Object({
        area: Type.String({ examples: ['DE'] }),
        description: Type.String({ examples: ['Germany'] }),
        source: Type.Union([Type.String(), Type.Null()], {
          description: 'Source of the newest run',
          examples: ['gridtide'],
        }),
        analyzedTime: Type.Union([utc('Time of the newest run'), Type.Null()]),
        startDate: Type.Union([utc('First instant of the market day after the run'), Type.Null()]),
        mean: Type.Union([Type.Number(), Type.Null()], {
          description: 'Mean over that day; null if no run exists or the plan does not include it',
          examples: [61.5],
        }),
        count: Type.Optional(Type.Union([Type.Integer(), Type.Null()], { examples: [24] })),
        expected: Type.Optional(Type.Union([Type.Integer(), Type.Null()], { examples: [24] })),
        unit: Type.Union([Type.String({ examples: ['EUR/MWh'] }), Type.Null()]),
        subscribed: Type.Boolean(),
      }),
    ),
  },
  { description: 'The newest run of every area, one figure each' },
);
export type ForecastOverview = Static<typeof ForecastOverview>;

export const AreaQuery = Type.Object({
  distinct: optionalText('true leaves repeated codes out', 'true'),
});
export type AreaQuery = Static<typeof AreaQuery>;

export const CodeEntry = Type.Object({
  code: Type.String({ examples: ['DE'] }),
  description: Type.String({ examples: ['Germany'] }),
});
export type CodeEntry = Static<typeof CodeEntry>;
export const CodeList = Type.Array(CodeEntry);

export const IssueTimesQuery = Type.Object({
  area,
  balanceCategory: optionalText('Only runs of this category', 'hrprice'),
  source,
  asOf,
});
export type IssueTimesQuery = Static<typeof IssueTimesQuery>;

export const CategoriesQuery = Type.Object({ area: Type.Optional(area) });
export type CategoriesQuery = Static<typeof CategoriesQuery>;

export const MetadataQuery = Type.Object({
  prefix: optionalText('Leading part of identifiers', 'dehr'),
  q: optionalText('Words that identifier or description contain', 'wind germany'),
  area: optionalText('Area code', 'DE'),
  resolution: optionalText('Native resolution', 'Hourly'),
  all: optionalText('true also lists what the plan does not include', 'true'),
  limit: optionalText(
    'The most records, 1 to 10000; the Link header leads to the next page',
    '100',
  ),
  after: optionalText('Only identifiers after this one', 'dehrprice'),
});
export type MetadataQuery = Static<typeof MetadataQuery>;

const utcOrNull = (description: string) => Type.Union([utc(description), Type.Null()]);

export const MetadataRecord = Type.Object({
  seriesId: Type.String({ examples: ['dehrprice'] }),
  description: Type.String({ examples: ['Germany day-ahead price, EUR/MWh'] }),
  unit: Type.String({ examples: ['EUR/MWh'] }),
  resolution: Type.String({ examples: ['Hourly'] }),
  startDate: utcOrNull('First time stamp'),
  endDate: utcOrNull('Last time stamp'),
  area: Type.Union([Type.String({ examples: ['DE'] }), Type.Null()]),
  category: Type.Union([Type.String({ examples: ['hrprice'] }), Type.Null()]),
  datasets: Type.Array(Type.String({ examples: ['fundamental'] })),
  lastUpdated: utcOrNull('Last change'),
  subscribed: Type.Boolean(),
});
export type MetadataRecord = Static<typeof MetadataRecord>;

export const SeriesParams = Type.Object({
  seriesId: Type.String({ description: 'Series identifier', examples: ['dehrprice'] }),
});
export type SeriesParams = Static<typeof SeriesParams>;

export const SeriesQueryString = Type.Object({
  from: optionalText(
    'A DateTime keyword (today-7, week-1), a date (2026-11-09, 2026-W46, 9 Nov 2026, 13.11.2026) or an instant: docs/reference/keywords.md',
    'today-7',
  ),
  to: optionalText('The same; included', 'today'),
  resolution: optionalText('A resampling or extraction keyword', 'day'),
  aggregation: optionalText('Average, Sum, Min, Max or Count', 'Average'),
  format: optionalText(
    'json (default), csv, columns, ndjson, parquet, arrow or xlsx; left out, the Accept header decides',
    'csv',
  ),
  currency: optionalText(
    `One of: ${CURRENCIES.join(', ')}. Converts a price by the rate of each value’s day; other series ignore it. Left out: as stored.`,
    'EUR',
  ),
  ...completenessQuery,
  ...kindsQuery,
  ...decimalsQuery,
  source,
  asOf,
});
export type SeriesQueryString = Static<typeof SeriesQueryString>;

const documentHead = {
  seriesId: Type.String(),
  description: Type.String(),
  unit: Type.String(),
  resolution: Type.String({ examples: ['Day'] }),
  nativeResolution: Type.String({ examples: ['Hour'] }),
  aggregation: Type.String({ examples: ['Average'] }),
  hours: Type.Optional(Type.String()),
  from: utcOrNull('First instant of the span as resolved'),
  to: utcOrNull('Last instant of the span as resolved'),
  lastUpdated: utcOrNull('Last change'),
  lastObserved: utcOrNull('Last observed time stamp; what follows it is forecast'),
  ...detailHead,
};

export const SeriesDocument = Type.Object({
  ...documentHead,
  data: Type.Array(
    Type.Object({
      time: utc('Start of the interval'),
      value: Type.Union([Type.Number(), Type.Null()]),
      ...completenessRow,
      ...kindsRow,
    }),
  ),
});

export const SeriesColumns = Type.Object(
  {
    ...documentHead,
    times: Type.Array(Type.Integer(), {
      description: 'Seconds since 1970-01-01T00:00Z, ascending',
    }),
    values: Type.Array(Type.Union([Type.Number(), Type.Null()])),
    ...completenessColumns,
    ...kindsColumns,
  },
  { description: 'The same as two arrays (format=columns), for charts' },
);
export type SeriesColumns = Static<typeof SeriesColumns>;

export const AuthBody = Type.Object({
  username: Type.String({ examples: ['demo'] }),
  password: Type.String({ examples: ['<PASSWORD>'] }),
});
export type AuthBody = Static<typeof AuthBody>;
