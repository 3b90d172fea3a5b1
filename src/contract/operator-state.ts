// Wire shapes of how the store stands: /api/operator/state, /freshness, /expectations, /collect and the gaps of a
// series, and GET /api/v1/status/feeds.

import { optionalText } from '#contract/fields';
import { count, entry, orNull, utc, utcOrNull } from '#contract/operator-fields';
import { type Static, Type } from '#contract/schema';

export const StateAnswer = Type.Object({
  version: Type.String({ examples: ['0.1.0'] }),
  now: utc('The server’s clock'),
  marketTimeZone: Type.String({ examples: ['Europe/Berlin'] }),
  store: Type.Object({
    bytes: count('Size on disk', 41_943_040),
    series: count('Series that are defined', 313),
    held: count('Values that await review'),
    lastImport: utcOrNull('When values were last imported or fetched by a command'),
    lastBackup: utcOrNull('When gridtide backup last ended without damage'),
    historyFrom: utcOrNull('What was known before this is forgotten; null if all of it is stored'),
  }),
});
export type StateAnswer = Static<typeof StateAnswer>;

export const FreshnessQuery = Type.Object({
  limit: optionalText('The most late series that are listed, 1 to 1000; 100 by default', '100'),
});
export type FreshnessQuery = Static<typeof FreshnessQuery>;

export const FreshnessAnswer = Type.Object({
  series: count('All series', 313),
  fresh: count('Series whose values are as new as they should be', 310),
  late: count('Series whose next value is due', 2),
  ended: count('Collected series that have been late for a month and ten intervals at least', 1),
  notExpected: count('Series of which nothing is expected'),
  lateSeries: Type.Array(
    Type.Object({
      seriesId: Type.String({ examples: ['dehrprice'] }),
      description: Type.String({ examples: ['Germany day-ahead price'] }),
      resolution: Type.String({ examples: ['hour'] }),
      knownUntil: utcOrNull('End of the last interval with a value; null without a value'),
      expectedBy: utc('When the value after it was due'),
      expect: Type.String({
        description: 'The rule that says so',
        examples: ['by 13:15 through tomorrow'],
      }),
      lastUpdated: utcOrNull('Last change of a value or run'),
    }),
    { description: 'The late series, those that became late last first' },
  ),
});
export type FreshnessAnswer = Static<typeof FreshnessAnswer>;

export const GapsAnswer = Type.Object({
  seriesId: Type.String({ examples: ['dehrprice'] }),
  from: utcOrNull('Start of the first value; null without values'),
  to: utcOrNull('End of the last value'),
  missing: count('Intervals without a value between the first and the last', 5),
  gaps: count('Gaps: intervals in a row count as one', 2),
  newest: Type.Array(
    Type.Object({
      from: utc('Start of the gap'),
      to: utc('Its end'),
      missing: count('Intervals without a value', 3),
    }),
    { description: 'The last 20 gaps, the newest first' },
  ),
});
export type GapsAnswer = Static<typeof GapsAnswer>;

export const MOST_FEEDS = 1_000;

export const FeedsQuery = Type.Object({
  series: optionalText(
    'Patterns of series, separated by commas; all of the plan by default',
    'de*',
  ),
  area: optionalText('Areas, separated by commas', 'DE'),
  state: optionalText('States, separated by commas: fresh, late, ended, not-expected', 'late'),
  limit: optionalText(`The most series of a page, 1 to ${MOST_FEEDS}; 100 by default`, '100'),
  after: optionalText('Only series after this one: `next` of the page before', 'dehrprice'),
});
export type FeedsQuery = Static<typeof FeedsQuery>;

const RuleShape = Type.Object({
  expect: Type.String({
    description: 'What is expected',
    examples: ['by 13:15 through tomorrow'],
  }),
  series: orNull<string>('string', {
    description: 'The operator’s pattern; null if the collector’s schedule says it',
    examples: ['*hrprice'],
  }),
  source: orNull<string>('string', {
    description: 'The source that the rule is limited to',
    examples: ['entsoe'],
  }),
});

export const FeedShape = Type.Object({
  seriesId: Type.String({ examples: ['dehrprice'] }),
  area: orNull<string>('string', { examples: ['DE'] }),
  resolution: Type.String({ examples: ['hour'] }),
  state: Type.String({
    description:
      'fresh; late: a value is missing that should exist by now; ended: a collected series is late for more than a month and ten intervals; not-expected: no rule applies',
    examples: ['late'],
  }),
  lastValue: utcOrNull('Time stamp of the last observed value; null without a value'),
  knownUntil: utcOrNull('End of its interval'),
  lastUpdated: utcOrNull('Last change of a value or run'),
  expectedBy: utcOrNull(
    'When the value after the last is due, or was due; null if none is expected',
  ),
  lateSince: utcOrNull('The same if the series is late; else null'),
  holes: Type.Object(
    {
      count: count('Gaps: intervals in a row count as one', 1),
      missing: count('Intervals without a value', 3),
      first: utcOrNull('Start of the first gap'),
    },
    {
      description:
        'Gaps between values since the start of the market day a week ago; of intervals longer than a day, in the last ten',
    },
  ),
  rule: Type.Union([RuleShape, Type.Null()]),
  source: orNull<string>('string', {
    description: 'The source that brings the values; null if the series is not collected',
    examples: ['entsoe'],
  }),
  feed: orNull<string>('string', { description: 'Its feed', examples: ['entsoe/prices/DE'] }),
});
export type FeedShape = Static<typeof FeedShape>;

export const FeedsAnswer = Type.Object({
  now: utc('The instant that the states are of'),
  feeds: Type.Array(FeedShape, { description: 'In order of code' }),
  next: orNull<string>('string', {
    description: 'Give it as `after` for the next page; null on the last one',
    examples: ['dehrprice'],
  }),
});
export type FeedsAnswer = Static<typeof FeedsAnswer>;

const series = Type.String({ description: 'A pattern of codes', examples: ['*hrprice'] });
const expect = Type.String({
  description:
    '`by HH:MM [on mon,tue,…] [through KEYWORD]` (market time, `through tomorrow` by default), `within PT2H`, or `none`',
  examples: ['by 13:15 through tomorrow'],
});

export const ExpectationBody = Type.Object({
  series,
  source: Type.Optional(
    orNull<string>('string', {
      description: 'Only series that this source brings: entsoe or ecb. Null or left out: all',
      examples: ['entsoe'],
    }),
  ),
  expect,
});
export type ExpectationBody = Static<typeof ExpectationBody>;

export const ExpectationQuery = Type.Object({
  series: Type.String({ description: 'The pattern, as it was set', examples: ['*hrprice'] }),
  source: optionalText('The source, if the expectation has one', 'entsoe'),
});
export type ExpectationQuery = Static<typeof ExpectationQuery>;

const fields = {
  series,
  source: orNull<string>('string', { examples: ['entsoe'] }),
  expect,
};

export const ExpectationShape = Type.Object({
  ...fields,
  since: utc('When it was set: a series without a value is late some time after it'),
});
export type ExpectationShape = Static<typeof ExpectationShape>;

export const ExpectationsAnswer = Type.Array(ExpectationShape, {
  description: 'The most specific ones first: the first that matches a series counts',
});

export const ExpectationSet = Type.Object({ entry, ...ExpectationShape.properties });

export const ExpectationRemoved = Type.Object({
  entry,
  series,
  source: fields.source,
  removed: Type.Boolean({ description: 'false if there was none', examples: [true] }),
});

const collectTimes = {
  lastAttemptAt: Type.Union([Type.String(), Type.Null()]),
  lastSuccessAt: Type.Union([Type.String(), Type.Null()]),
  lastError: Type.Union([Type.String(), Type.Null()]),
  missingDays: Type.Integer(),
};

export const CollectShape = Type.Object({
  entries: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['prices'] }),
      source: Type.String({ examples: ['entsoe'] }),
      everySeconds: Type.Number({ examples: [3_600] }),
      state: Type.String({ examples: ['done'], description: 'waiting, running, done or failed' }),
      note: Type.Union([Type.String(), Type.Null()]),
      nextDueAt: Type.String({ examples: ['2024-05-17T11:07:00Z'] }),
      isLate: Type.Boolean(),
      ...collectTimes,
      feeds: Type.Array(
        Type.Object({
          feed: Type.String({ examples: ['entsoe/prices/DE'] }),
          series: Type.Array(Type.String()),
          firstMissingDate: Type.Union([Type.String(), Type.Null()]),
          ...collectTimes,
        }),
      ),
    }),
  ),
});
export type CollectShape = Static<typeof CollectShape>;
