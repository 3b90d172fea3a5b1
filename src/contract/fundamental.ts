// Wire shapes of the fundamental interface (POST /api/fundamental/…), spelt as its document spells them.

import { type Static, Type } from '#contract/schema';
import { KEYWORD_NAMES } from '#core/time/keywords';
import { AGGREGATIONS } from '#core/values/aggregation';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import { reductionNames } from '#core/values/reduction';

const dateKeywords = `A DateTime keyword (${KEYWORD_NAMES.join(', ')}) with an optional shift such as -7, or a date (2024, 2024-05, 2024-W20, 2024-05-17, 17 May 2024, 17.05.2024), or an instant (2024-05-17T10:00).`;

export const UserInfoSchema = Type.Object(
  {
    UserName: Type.Optional(Type.String({ examples: ['demo'] })),
    Token: Type.Optional(Type.String({ examples: ['<ACCESS_TOKEN>'] })),
  },
  { description: 'Who is asking. An Authorization: Bearer header does as well.' },
);

const userInfo = { UserInfo: Type.Optional(UserInfoSchema) };

const seriesId = Type.String({
  description: 'Series identifier; case does not matter',
  examples: ['dehrprice'],
});

const asOf = {
  AsOf: Type.Optional(
    Type.String({
      description:
        'Answer as of then: exactly what the same request would have returned at that instant, keywords included. An instant, or a date or date keyword, which mean their end; without a zone it is market time. Left out, empty or in the future: now.',
      examples: ['2024-05-17T10:00:00Z'],
    }),
  ),
};

export const MetaBody = Type.Object({ SeriesId: seriesId, ...asOf, ...userInfo });
export type MetaBody = Static<typeof MetaBody>;

export const MetaAllBody = Type.Object({
  Prefix: Type.String({
    description: 'Leading part of identifiers; "" is every series',
    examples: ['dehr'],
  }),
  ...userInfo,
});
export type MetaAllBody = Static<typeof MetaAllBody>;

const seriesFields = {
  FromDateTime: Type.Optional(
    Type.String({
      description: `Start of the span. ${dateKeywords} Left out: the series' first time stamp.`,
      examples: ['today-7'],
    }),
  ),
  ToDateTime: Type.Optional(
    Type.String({
      description: `End of the span, included. ${dateKeywords} Left out: the series' last time stamp.`,
      examples: ['today+7'],
    }),
  ),
  Resolution: Type.Optional(
    Type.String({
      description: `One of: ${reductionNames(DEFAULT_BLOCKS).join(', ')}. Left out or empty: native.`,
      examples: ['hour'],
    }),
  ),
  Aggregation: Type.Optional(
    Type.String({
      description: `One of: ${AGGREGATIONS.join(', ')}. Average by default.`,
      examples: ['Average'],
    }),
  ),
  TimeZone: Type.Optional(
    Type.String({
      description:
        'UTC or an IANA name: keys then carry their offset and nothing is merged. Spans, buckets and blocks stay market time.',
      examples: ['UTC'],
    }),
  ),
  ...asOf,
};

export const SeriesBody = Type.Object({ SeriesId: seriesId, ...seriesFields, ...userInfo });
export type SeriesBody = Static<typeof SeriesBody>;

export const SeriesMultiBody = Type.Object({
  SeriesIds: Type.Array(Type.String(), {
    description: 'At most 100 identifiers',
    examples: [['dehrprice', 'frhrprice']],
  }),
  ...seriesFields,
  ...userInfo,
});
export type SeriesMultiBody = Static<typeof SeriesMultiBody>;

const marketTime = (description: string) =>
  Type.Union([Type.String({ examples: ['2024-01-01T00:00:00'] }), Type.Null()], { description });

const metaFields = {
  startdate: marketTime('First observed time stamp, market time; null if the series has no value'),
  enddate: marketTime('Last observed time stamp, market time; null if the series has no value'),
  Code: Type.String({ examples: ['dehrprice'] }),
  Description: Type.String({ examples: ['Germany day-ahead price, EUR/MWh'] }),
  Unit: Type.String({ examples: ['EUR/MWh'] }),
  Resolution: Type.Integer({
    description: '0 hour, 1 day, 2 week, 3 month, 4 quarter, 5 year, 6 quarterhour, 7 halfhour',
    examples: [0],
  }),
};

export const MetaAnswer = Type.Object(metaFields, { description: 'Metadata of one series' });
export type MetaAnswer = Static<typeof MetaAnswer>;

export const MetaAllEntry = Type.Object(
  {
    ...metaFields,
    lastupdated: marketTime('When the series last changed, market time with milliseconds'),
    resolution_name: Type.String({ examples: ['hour'] }),
    subscribed: Type.Boolean({ description: "Whether the caller's plan includes the data" }),
  },
  { description: 'Metadata of one of several series' },
);
export type MetaAllEntry = Static<typeof MetaAllEntry>;

export const SeriesAnswerSchema = Type.Object(
  {
    LastUpdated: marketTime('When the series last changed, market time with milliseconds'),
    Meta: Type.Object({
      code: Type.String(),
      description: Type.String(),
      unit: Type.String(),
      resolution: Type.String({
        description: 'Resolution of what is returned',
        examples: ['Hour'],
      }),
      nativeresolution: Type.String({ description: 'Resolution as stored', examples: ['Hour'] }),
      aggregation: Type.String({
        description: 'None if values are as stored',
        examples: ['None'],
      }),
      timezone: Type.String({ examples: ['Europe/Berlin'] }),
      from: marketTime('First instant of the span as resolved'),
      to: marketTime('Last instant of the span as resolved'),
      hours: Type.Optional(
        Type.String({ description: 'Hours of an extraction', examples: ['09-20'] }),
      ),
      lastobserved: marketTime('Last observed time stamp; what follows it is forecast'),
    }),
    Values: Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null()]), {
      description: 'Time stamp → value, ascending. null is a gap.',
      examples: [{ '2024-05-17T00:00:00': 61.5, '2024-05-17T01:00:00': 58.02 }],
    }),
  },
  { description: 'One series over a span' },
);
export type SeriesAnswer = Static<typeof SeriesAnswerSchema>;

export const LoginBody = Type.Object({
  UserName: Type.String({ examples: ['demo'] }),
  Password: Type.String({ examples: ['<PASSWORD>'] }),
});
export type LoginBody = Static<typeof LoginBody>;

export const LoginAnswer = Type.Object({
  UserName: Type.String({ examples: ['demo'] }),
  Token: Type.String({ examples: ['<ACCESS_TOKEN>'] }),
  Expires: Type.String({ description: 'UTC', examples: ['2024-05-17T11:00:00Z'] }),
});
export type LoginAnswer = Static<typeof LoginAnswer>;

export const CodeBody = Type.Object({
  Code: Type.String({
    description: 'A one-time code, such as a demo start prints',
    examples: ['<CODE>'],
  }),
});
export type CodeBody = Static<typeof CodeBody>;

/** A body that may be left out if the header carries the token. */
export const LogoutBody = Type.Unsafe<{ UserInfo?: Static<typeof UserInfoSchema> } | null>({
  type: ['object', 'null'],
  properties: userInfo,
});
export type LogoutBody = Static<typeof LogoutBody>;

/** The most series of a multi request. */
export const MAX_SERIES_PER_REQUEST = 100;
