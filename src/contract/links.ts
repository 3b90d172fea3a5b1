// Wire shapes of links for spreadsheets: /api/v1/links, /api/operator/users/{name}/links and /l/{link}.

import { optionalText } from '#contract/fields';
import { SeriesQueryString } from '#contract/forecast';
import { ownPassword } from '#contract/operator-accounts';
import { orNull } from '#contract/operator-fields';
import { type Static, Type } from '#contract/schema';
import { SliceQuery } from '#contract/slices';

/** What changes only how an answer is written. An address may carry it too. */
export const LinkOptions = Type.Object({
  format: optionalText(
    'csv (default), xlsx, html or json; json is the document of the path itself, with times in UTC',
    'csv',
  ),
  decimal: optionalText('The decimal sign of csv and html: point (default) or comma', 'comma'),
  sep: optionalText(
    'What stands between the cells of csv: a comma (default), a semicolon (default with decimal=comma) or tab',
    ';',
  ),
  decimals: SeriesQueryString.properties.decimals,
});
export type LinkOptions = Static<typeof LinkOptions>;

export const LinkQuery = Type.Object(
  { ...SliceQuery.properties, ...SeriesQueryString.properties, ...LinkOptions.properties },
  {
    description:
      'The fields of the path’s query as texts, and how the answer is written. Keywords stay as they are and move with time; asOf freezes the answer.',
    examples: [{ from: 'today-7', to: 'today+1', resolution: 'hour' }],
  },
);
export type LinkQuery = Static<typeof LinkQuery>;

const path = Type.String({
  description: '/api/v1/series/{seriesId} or /api/v1/forecasts/{seriesId}/sliced',
  examples: ['/api/v1/series/dehrprice'],
});
const name = Type.String({
  description: 'At most 80 characters in one line; empty if none was given',
  examples: ['Prices for the desk'],
});

export const NewLinkBody = Type.Object({
  path,
  query: Type.Optional(LinkQuery),
  name: Type.Optional(name),
  expires: optionalText(
    'When the link ends: a date, through whose end in market time it works, or a time. Left out: never',
    '2099-12-31',
  ),
});
export type NewLinkBody = Static<typeof NewLinkBody>;

export const QuestionLinkEntry = Type.Object({
  id: Type.String({ examples: ['5f2b8c0d9e714a36'] }),
  name,
  path,
  query: Type.Record(Type.String(), Type.String(), {
    description: 'The fields of the question',
    examples: [{ from: 'today-7', to: 'today+1' }],
  }),
  created: Type.String({ examples: ['2024-05-17T10:00:00Z'] }),
  lastUsed: orNull<string>('string', {
    description: 'Last use, up to a minute old; null before the first',
    examples: ['2024-05-17T10:41:00Z'],
  }),
  expires: orNull<string>('string', {
    description: 'When the link ends; null if it does not',
    examples: ['2024-12-31T23:00:00Z'],
  }),
});
export type QuestionLinkEntry = Static<typeof QuestionLinkEntry>;

export const QuestionLinkList = Type.Object({ links: Type.Array(QuestionLinkEntry) });
export type QuestionLinkList = Static<typeof QuestionLinkList>;

export const QuestionLinkMade = Type.Object({
  ...QuestionLinkEntry.properties,
  link: Type.String({
    description:
      'The address on this server, with the secret of the link: shown once, kept only as a hash',
    examples: ['/l/<SECRET>'],
  }),
});
export type QuestionLinkMade = Static<typeof QuestionLinkMade>;

const linkId = Type.String({ description: 'The id of a link', examples: ['5f2b8c0d9e714a36'] });

export const QuestionLinkParams = Type.Object({ id: linkId });
export type QuestionLinkParams = Static<typeof QuestionLinkParams>;

export const OpenLinkParams = Type.Object({
  link: Type.String({ description: 'The secret of a link', examples: ['<SECRET>'] }),
});
export type OpenLinkParams = Static<typeof OpenLinkParams>;

export const UserLinkParams = Type.Object({
  name: Type.String({ description: 'User name', examples: ['robot'] }),
  id: linkId,
});
export type UserLinkParams = Static<typeof UserLinkParams>;

/** A DELETE without a body arrives as null. */
export const UserLinkRevokeBody = Type.Unsafe<{ ownPassword?: string } | null>({
  type: ['object', 'null'],
  properties: ownPassword,
});
export type UserLinkRevokeBody = Static<typeof UserLinkRevokeBody>;

export const UserLinkRevoked = Type.Object({
  user: Type.String({ examples: ['robot'] }),
  revoked: linkId,
});
