// Wire shapes of what an answer says of its points: how complete they are and what they are made of.

import { optionalText, utc } from '#contract/fields';
import { Type } from '#contract/schema';
import { VALUE_KINDS, type ValueKind } from '#core/values/origins';

/** Fields of a query that ask for completeness. */
export const completenessQuery = {
  counts: optionalText(
    'true adds count and expected: the native values that each value is made of, and the native intervals of its whole period',
    'true',
  ),
  complete: optionalText(
    'true leaves out values of periods that are not complete (null); the same as threshold 1',
    'false',
  ),
  threshold: optionalText(
    'More than 0, at most 1: leaves out values made of a smaller share of their native values',
    '0.9',
  ),
};

export const kindsQuery = {
  kinds: optionalText(
    'true adds kind (observed, forecast, or mixed if a value is made of both) and run, the issue time of the forecast',
    'true',
  ),
};

export const decimalsQuery = {
  decimals: optionalText(
    'own rounds values to the decimals that the series is stored with; left out: all digits',
    'own',
  ),
};

/** What a head says of completeness. */
export const completenessHead = {
  threshold: Type.Optional(
    Type.Number({ description: 'As asked for; values below it are null', examples: [0.9] }),
  ),
  incompleteCount: Type.Optional(
    Type.Integer({ description: 'Periods with fewer values than expected', examples: [1] }),
  ),
  incomplete: Type.Optional(
    Type.Array(
      Type.Object({
        time: utc('Start of the period'),
        count: Type.Integer({ examples: [10] }),
        expected: Type.Integer({ examples: [168] }),
      }),
      { description: 'These periods, at most the first 1000' },
    ),
  ),
};

export const detailHead = {
  decimals: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], {
      description:
        'With kinds: the most decimals of the native values; null if one has more than 6',
      examples: [2],
    }),
  ),
  ...completenessHead,
};

/** Fields of a row; each is left out if it was not asked for. */
export const completenessRow = {
  count: Type.Optional(Type.Integer({ description: 'Native values', examples: [24] })),
  expected: Type.Optional(Type.Integer({ description: 'Native intervals', examples: [24] })),
};

const kind = Type.Unsafe<ValueKind>({
  type: 'string',
  enum: [...VALUE_KINDS],
  examples: ['observed'],
});

export const kindsRow = {
  kind: Type.Optional(Type.Union([kind, Type.Null()])),
  run: Type.Optional(
    Type.Union([
      utc('Issue time of the forecast; null if observed, or of several runs'),
      Type.Null(),
    ]),
  ),
};

export const completenessColumns = {
  counts: Type.Optional(Type.Array(Type.Integer())),
  expected: Type.Optional(Type.Array(Type.Integer())),
};

export const kindsColumns = {
  origins: Type.Optional(
    Type.Array(
      Type.Object({
        first: Type.Integer({ description: 'The first of its points, counted from 0' }),
        kind,
        run: Type.Union([utc('Issue time'), Type.Null()]),
      }),
      { description: 'Stretches of points of one kind and run, each up to the next (kinds=true)' },
    ),
  ),
};
