// Wire shapes of the operator interface: /api/operator/…. Answers have times in UTC. A request may give
// times with any offset; without one they are market time.

import { optionalText } from '#contract/fields';
import {
  count,
  DryRunQuery,
  dryRunFields,
  entry,
  orNull,
  utc,
  utcOrNull,
} from '#contract/operator-fields';
import { RuleShape } from '#contract/operator-review';
import { type Static, Type } from '#contract/schema';

export const OnceHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'A text of your choice. The same request under the same key within 24 hours gets the first answer again, with Idempotency-Replayed: true',
      examples: ['8f2c1f3e-prices-2024-05-17'],
    }),
  ),
});

export const CodeParams = Type.Object({
  code: Type.String({ description: 'Series identifier', examples: ['dehrprice'] }),
});
export type CodeParams = Static<typeof CodeParams>;

export const SeriesDraftBody = Type.Object({
  description: optionalText('Needed for a new series', 'Germany day-ahead price'),
  unit: optionalText('Needed for a new series', 'EUR/MWh'),
  resolution: optionalText(
    'quarterhour, halfhour, hour, day, week, month, quarter or year. Needed for a new series, and fixed from then on',
    'hour',
  ),
  area: Type.Optional(
    orNull<string>('string', { description: 'Area code; null for none', examples: ['DE'] }),
  ),
  category: Type.Optional(
    orNull<string>('string', {
      description: 'What is measured; null for none',
      examples: ['hrprice'],
    }),
  ),
});
export type SeriesDraftBody = Static<typeof SeriesDraftBody>;

export const OperatorSeries = Type.Object({
  seriesId: Type.String({ examples: ['dehrprice'] }),
  description: Type.String({ examples: ['Germany day-ahead price'] }),
  unit: Type.String({ examples: ['EUR/MWh'] }),
  resolution: Type.String({ examples: ['hour'] }),
  area: orNull<string>('string', { examples: ['DE'] }),
  category: orNull<string>('string', { examples: ['hrprice'] }),
  startDate: utcOrNull('First time stamp'),
  endDate: utcOrNull('Last time stamp'),
  lastUpdated: utcOrNull('Last change of a value or run'),
  rule: Type.Unsafe<Static<typeof RuleShape> | null>({
    ...RuleShape,
    type: ['object', 'null'],
    description: 'Null if every value is accepted',
  }),
});
export type OperatorSeries = Static<typeof OperatorSeries>;

export const SeriesDefined = Type.Object({
  entry,
  outcome: Type.String({ description: 'added, changed or same', examples: ['added'] }),
  series: OperatorSeries,
});

export const SourceOrderBody = Type.Object({
  order: Type.Array(Type.String(), {
    description:
      'Names of sources, the preferred one first, at most 50. Those that are not named follow by name, and gridtide comes last. An empty list removes the order.',
    examples: [['entsoe', 'vendor']],
  }),
});
export type SourceOrderBody = Static<typeof SourceOrderBody>;

export const SourceOrder = Type.Object({
  seriesId: Type.String({ examples: ['dehrprice'] }),
  order: Type.Array(Type.String(), {
    description: 'As it was set; empty if none is',
    examples: [['entsoe', 'vendor']],
  }),
  sources: Type.Array(Type.String(), {
    description: 'All sources that have a run, in the order in which they are preferred',
    examples: [['entsoe', 'vendor', 'gridtide']],
  }),
});
export type SourceOrder = Static<typeof SourceOrder>;

export const SourceOrderSet = Type.Object({ entry, ...SourceOrder.properties });

const value = orNull<number>('number', { description: 'null is a gap', examples: [61.5] });

/** Documentation only: the service reads the list itself, because a schema would name every wrong entry. */
export const ValuesBody = Type.Object({
  start: optionalText(
    'Time of the first plain value; left out if each value has its own time',
    '2024-05-17T00:00:00Z',
  ),
  resolution: optionalText('The series’ own, to be sure; may be left out', 'hour'),
  values: Type.Array(
    Type.Union([
      Type.Number(),
      Type.Null(),
      Type.Object({ time: utc('Start of the interval'), value }),
    ]),
    {
      description:
        'Values one after another from start on, or, without start, objects {"time", "value"}; null is a gap',
      examples: [[61.5, 58.02, null, 57.4]],
    },
  ),
});

export const ValuesQuery = Type.Object({
  ...DryRunQuery.properties,
  sheet: optionalText('The sheet of a workbook; its first if left out', 'prices'),
});
export type ValuesQuery = Static<typeof ValuesQuery>;

export const WriteAnswer = Type.Object({
  ...dryRunFields,
  new: count('Points that did not exist', 4),
  changed: count('Points that had another value'),
  same: count('Points that had the same value'),
  held: count('Points that the series’ rule put aside for review'),
  repeated: count('Rows left out because an earlier one says the same'),
  dialect: Type.Optional(
    Type.String({
      description: 'What a CSV showed about the writing of its numbers, if it is unusual',
      examples: ['semicolons between fields and a decimal comma'],
    }),
  ),
  first: Type.Optional(
    Type.Array(Type.Object({ time: utc('Start of the interval'), value }), {
      description: 'In a dry run: the first eight points, as they would be written',
    }),
  ),
});
export type WriteAnswer = Static<typeof WriteAnswer>;

export const RunBody = Type.Object({
  analyzedTime: utc('When the model ran'),
  updateTime: Type.Optional(utc('When the values were last changed; now if left out')),
  source: Type.String({ description: 'What made the run', examples: ['my-model'] }),
  start: Type.String({
    description: 'Time of the first value',
    examples: ['2024-05-18T00:00:00Z'],
  }),
  values: Type.Array(Type.Union([Type.Number(), Type.Null()]), {
    description: 'One after another from start on; null is a gap',
    examples: [[61.5, 58.02, 57.4]],
  }),
  bands: Type.Optional(
    Type.Array(
      Type.Object({
        level: Type.Integer({ description: 'Percent, 1 to 99', examples: [80] }),
        lower: Type.Array(Type.Union([Type.Number(), Type.Null()])),
        upper: Type.Array(Type.Union([Type.Number(), Type.Null()])),
      }),
      {
        description: 'Each as long as the values',
        examples: [[{ level: 80, lower: [50, 48, 47], upper: [70, 68, 67] }]],
      },
    ),
  ),
});

export const RunWritten = Type.Object({
  entry,
  analyzedTime: utc('When the model ran'),
  new: count('Runs that did not exist', 1),
  changed: count('Runs that were replaced'),
  same: count('Runs that were the same'),
});

export type RunWritten = Static<typeof RunWritten>;

export const MatchesQuery = Type.Object({
  series: Type.Optional(
    Type.String({ description: 'Patterns, with commas between them', examples: ['de*,no*'] }),
  ),
});
export type MatchesQuery = Static<typeof MatchesQuery>;

export const MatchesAnswer = Type.Object({
  matches: Type.Integer({ description: 'Series that a pattern matches', examples: [96] }),
  of: Type.Integer({ description: 'All series', examples: [313] }),
  first: Type.Array(Type.String(), { description: 'The first ten', examples: [['dehrprice']] }),
});
export type MatchesAnswer = Static<typeof MatchesAnswer>;

export const ReadersAnswer = Type.Object({
  seriesId: Type.String({ examples: ['dehrprice'] }),
  plans: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['germany'] }),
      patterns: Type.Array(Type.String(), {
        description: 'The patterns of the plan that match the series',
        examples: [['de*']],
      }),
      users: Type.Array(
        Type.Object({
          name: Type.String({ examples: ['robot'] }),
          disabled: Type.Boolean({ examples: [false] }),
        }),
        { description: 'All users of the plan' },
      ),
    }),
  ),
});
export type ReadersAnswer = Static<typeof ReadersAnswer>;
