// Wire shapes of the reading interface that is compatible with Prometheus': what Grafana sends and reads.

import { optionalText } from '#contract/fields';
import { type Static, Type } from '#contract/schema';

const neededText = (description: string, example: string) =>
  Type.String({ description, examples: [example] });
const query = neededText(
  'A selector such as hrprice{area="DE"}, with an offset, and + - * / with numbers',
  'hrprice{series="dehrprice",source=""}',
);
const asOf = optionalText(
  'Answer as of then: an instant, a date or a date keyword',
  '2024-05-17T10:00:00Z',
);
const limit = optionalText('At most this many entries', '100');
const A_TIME = 'seconds since 1970, or RFC 3339';

const selectors = Type.Unsafe<string | string[]>({
  type: ['string', 'array'],
  items: { type: 'string' },
  description: 'Selectors: a list has what one of them finds',
  examples: ['hrprice{area="DE"}'],
});

export const InstantQuery = Type.Object({
  query,
  time: optionalText(`The time; now by default: ${A_TIME}`, '1715940000'),
  timeout: optionalText('Accepted, and without effect', '60s'),
  asOf,
});
export type InstantQuery = Static<typeof InstantQuery>;

export const RangeQuery = Type.Object({
  query,
  start: neededText(`The first step: ${A_TIME}`, '1715904000'),
  end: neededText(`The last step begins at or before it: ${A_TIME}`, '2024-05-17T23:00:00Z'),
  step: neededText('Seconds, or a duration: each value is the mean over its step', '3600'),
  timeout: optionalText('Accepted, and without effect', '60s'),
  asOf,
});
export type RangeQuery = Static<typeof RangeQuery>;

export const ListQuery = Type.Object({ 'match[]': Type.Optional(selectors), limit, asOf });
export type ListQuery = Static<typeof ListQuery>;

export const SelectionQuery = Type.Object({ 'match[]': selectors, limit, asOf });

export const LabelParams = Type.Object({
  label: Type.String({ description: 'A label', examples: ['area'] }),
});
export type LabelParams = Static<typeof LabelParams>;

export const MetricsQuery = Type.Object({
  metric: optionalText('Only this metric', 'hrprice'),
  limit,
});
export type MetricsQuery = Static<typeof MetricsQuery>;

const labels = Type.Record(Type.String(), Type.String(), {
  description: 'The metric’s name and the labels',
  examples: [{ __name__: 'hrprice', area: 'DE', series: 'dehrprice' }],
});
const warnings = Type.Optional(
  Type.Array(Type.String(), { description: 'What was named and does not exist, or was left out' }),
);
const answerOf = <T extends Parameters<typeof Type.Array>[0]>(data: T) =>
  Type.Object({ status: Type.String({ examples: ['success'] }), data, warnings });

const sample = Type.Unsafe<[number, string]>({
  type: 'array',
  items: { type: ['number', 'string'] },
  description: 'Seconds since 1970, and the value as text',
  examples: [[1715904000, '61.5']],
});

export const QueryAnswer = answerOf(
  Type.Object({
    resultType: Type.String({
      description: 'vector, or matrix of a range, or scalar',
      examples: ['matrix'],
    }),
    result: Type.Array(
      Type.Object({
        metric: labels,
        value: Type.Optional(sample),
        values: Type.Optional(Type.Array(sample)),
      }),
      { description: 'A scalar is one sample instead. A gap has no sample' },
    ),
  }),
);
export const TextsAnswer = answerOf(Type.Array(Type.String({ examples: ['DE'] })));
export const LabelsAnswer = answerOf(Type.Array(labels));
export const MetricsAnswer = answerOf(
  Type.Record(
    Type.String(),
    Type.Array(
      Type.Object({
        type: Type.String({ examples: ['gauge'] }),
        help: Type.String({ examples: ['Day-ahead price, EUR/MWh'] }),
        unit: Type.String({ examples: ['EUR/MWh'] }),
      }),
    ),
  ),
);
export const BuildAnswer = answerOf(
  Type.Object({
    version: Type.String({
      description: 'The version of Prometheus whose interface this is like',
      examples: ['2.24.0'],
    }),
    revision: Type.String({ description: 'The version of Gridtide', examples: ['0.1.0'] }),
    branch: Type.String(),
    buildUser: Type.String(),
    buildDate: Type.String(),
    goVersion: Type.String(),
  }),
);
