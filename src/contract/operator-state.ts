// Wire shapes of the operator interface: /api/operator/state, /freshness and the gaps of a series.

import { optionalText } from '#contract/fields';
import { count, utc, utcOrNull } from '#contract/operator-fields';
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
