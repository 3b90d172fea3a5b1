// Wire shapes of the operator interface: /api/operator/…. Times are UTC; what is read may carry any
// offset, and is market time without one.

import { type Static, Type } from 'typebox';

/** Of one type or null, so that a wrong one is one fault and not two. */
const orNull = <T>(type: string, options: object) =>
  Type.Unsafe<T | null>({ type: [type, 'null'], ...options });

const utc = (description: string) =>
  Type.String({ description, examples: ['2024-05-17T10:00:00Z'] });
const utcOrNull = (description: string) =>
  orNull<string>('string', { description, examples: ['2024-05-17T10:00:00Z'] });
const count = (description: string, example = 0) =>
  Type.Integer({ description, examples: [example] });

export const OnceHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'Of your choice: the same request under the same key within 24 hours is answered as the first time, with Idempotency-Replayed: true',
      examples: ['8f2c1f3e-prices-2024-05-17'],
    }),
  ),
});

export const CodeParams = Type.Object({
  code: Type.String({ description: 'Series identifier', examples: ['dehrprice'] }),
});
export type CodeParams = Static<typeof CodeParams>;

export const RuleShape = Type.Object({
  minimum: orNull<number>('number', { description: 'Lowest value believed', examples: [-500] }),
  maximum: orNull<number>('number', { description: 'Highest value believed', examples: [4000] }),
  largestStep: orNull<number>('number', {
    description: 'Largest change from one value to the next, up or down',
    examples: [1500],
  }),
});
export const RuleBody = Type.Partial(RuleShape);
export type RuleBody = Static<typeof RuleBody>;

const optionalText = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }));

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
    orNull<string>('string', { description: 'What is measured; null', examples: ['hrprice'] }),
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
    description: 'Null where every value is believed',
  }),
});
export type OperatorSeries = Static<typeof OperatorSeries>;

const entry = count('Number of this write in the journal; POST …/imports/{id}/undo takes it', 17);

export const SeriesDefined = Type.Object({
  entry,
  outcome: Type.String({ description: 'added, changed or same', examples: ['added'] }),
  series: OperatorSeries,
});

const value = orNull<number>('number', { description: 'null is a gap', examples: [61.5] });

/** Documentation: the service reads the list itself, as a schema would name every wrong entry. */
export const ValuesBody = Type.Object({
  start: optionalText(
    'Time of the first of plain values; left out where each value has its own time',
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

export const WriteAnswer = Type.Object({
  entry,
  new: count('Points that were not there', 4),
  changed: count('Points that had another value'),
  same: count('Points that were there already'),
  held: count('Points that the series’ rule put aside for review'),
  repeated: count('Rows left out because an earlier one says the same'),
});
export type WriteAnswer = Static<typeof WriteAnswer>;

export const RunBody = Type.Object({
  analyzedTime: utc('When the model ran'),
  updateTime: Type.Optional(utc('When the values were last changed; now where left out')),
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
  new: count('Runs that were not there', 1),
  changed: count('Runs that were replaced'),
  same: count('Runs that were there already'),
});

export const RuleSet = Type.Object({ entry, seriesId: Type.String(), rule: RuleShape });
export const RuleRemoved = Type.Object({
  entry,
  seriesId: Type.String(),
  removed: Type.Boolean({ description: 'False where there was none', examples: [true] }),
});

export const HeldQuery = Type.Object({
  series: optionalText('Only of this series', 'dehrprice'),
  limit: optionalText('At most so many, 1 to 10000; 1000 where left out', '100'),
});
export type HeldQuery = Static<typeof HeldQuery>;

export const HeldEntry = Type.Object({
  series: Type.String({ examples: ['dehrprice'] }),
  time: utc('Start of the interval'),
  value: Type.Number({ examples: [9999] }),
  reason: Type.String({ examples: ['9999 is above 4000, the highest allowed.'] }),
  heldSince: utc('When it came'),
  entry: orNull<number>('integer', { description: 'The entry that brought it', examples: [17] }),
});

export const ReviewBody = Type.Object({
  series: Type.String({ description: 'Series identifier', examples: ['dehrprice'] }),
  from: optionalText('From this time on', '2024-05-17T00:00:00Z'),
  to: optionalText('Up to this time, included', '2024-05-17T23:00:00Z'),
  all: Type.Optional(
    Type.Boolean({ description: 'Needed where neither end is given', examples: [true] }),
  ),
});
export type ReviewBody = Static<typeof ReviewBody>;

export const HeldAccepted = Type.Object({
  entry,
  accepted: count('Held values that were written', 1),
  new: count('Points that were not there', 1),
  changed: count('Points that had another value'),
  same: count('Points that were there already'),
});
export const HeldRejected = Type.Object({
  entry,
  rejected: count('Held values that were forgotten', 1),
});

const counts = { new: count('New', 4), changed: count('Changed'), same: count('Same') };

export const EntryShape = Type.Object({
  id: count('Number in the journal', 17),
  recordedAt: Type.String({ description: 'UTC', examples: ['2024-05-17T10:00:00.000Z'] }),
  kind: Type.String({
    description: 'import, runs, values, define, collect, undo, rule, review or compact',
    examples: ['values'],
  }),
  actor: Type.String({ description: 'Who', examples: ['anna'] }),
  name: Type.String({ description: 'File, source or series', examples: ['dehrprice'] }),
  undoes: orNull<number>('integer', { description: 'The entry it took back', examples: [9] }),
  undoneBy: orNull<number>('integer', { description: 'The entry that took it back' }),
  series: count('Series that anything changed of', 1),
  points: Type.Object({ ...counts, held: count('Put aside') }),
  runs: Type.Object(counts),
});
export type EntryShape = Static<typeof EntryShape>;

export const EntriesQuery = Type.Object({
  limit: optionalText('At most so many, 1 to 1000; 100 where left out', '100'),
  before: optionalText('Only entries with smaller numbers', '1000000'),
  kind: optionalText('Only of this kind', 'values'),
});
export type EntriesQuery = Static<typeof EntriesQuery>;

export const EntryParams = Type.Object({
  id: Type.String({ description: 'Number in the journal', examples: ['1'] }),
});
export type EntryParams = Static<typeof EntryParams>;

/** Nothing needs to be sent. */
export const NoBody = Type.Unsafe<object | null>({ type: ['object', 'null'], properties: {} });

export const Undone = Type.Object({
  entry,
  undoes: count('The entry that was taken back', 1),
  points: count('Points that are again what they were', 4),
  runs: count('Runs that are again what they were'),
  definitions: count('Series whose texts are again what they were'),
  kept: count('Points and runs that stay, as they were changed again since'),
});

export const AuditQuery = Type.Object({
  limit: optionalText('At most so many, 1 to 1000; 100 where left out', '100'),
  before: optionalText('Where a page goes on: see the Link header', '1000000.1000000'),
});
export type AuditQuery = Static<typeof AuditQuery>;

export const AuditShape = Type.Object({
  journal: Type.String({ description: 'data or accounts', examples: ['accounts'] }),
  id: count('Number within its journal', 3),
  recordedAt: Type.String({ description: 'UTC', examples: ['2024-05-17T10:00:00.000Z'] }),
  actor: Type.String({ description: 'Who', examples: ['anna'] }),
  kind: Type.String({ examples: ['user-added'] }),
  name: Type.String({ description: 'What it was about', examples: ['robot'] }),
  detail: Type.String({ examples: ['Added with plan everything, without a password.'] }),
});
