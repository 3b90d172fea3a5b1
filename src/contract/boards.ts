// Wire shapes of boards and the links to their pictures: /api/v1/boards.

import { optionalText, utc } from '#contract/fields';
import { orNull } from '#contract/operator-fields';
import { type Static, Type } from '#contract/schema';

const view = Type.String({
  description:
    'The address of a view: a path of the explorer with its query, at most 2,000 characters. The page is /, /s, /f, /compare or /changes.',
  examples: ['/s/dehrprice?from=today-7&to=today'],
});
const title = Type.String({
  description: 'At most 120 characters; empty: the page makes one',
  examples: ['Prices of the week'],
});
const part = Type.Unsafe<'view' | 'figures'>({
  type: 'string',
  enum: ['view', 'figures'],
  description: 'What is drawn: the main part of the view, or its figures',
  examples: ['view'],
});
const width = Type.Unsafe<'half' | 'full'>({
  type: 'string',
  enum: ['half', 'full'],
  examples: ['half'],
});

export const PanelShape = Type.Object({ view, title, part, width });
export type PanelShape = Static<typeof PanelShape>;

/** A panel as sent: what is left out is the default. */
const PanelBody = Type.Object({
  view,
  title: Type.Optional(title),
  part: Type.Optional(part),
  width: Type.Optional(width),
});

const name = Type.String({
  description: '1 to 80 characters in one line',
  examples: ['Morning'],
});
const shared = Type.Boolean({
  description: 'Whether the users of the owner’s plan see the board',
  examples: [false],
});
const version = Type.Integer({
  description: '1 at first, and one more with each change',
  examples: [1],
});
const panelsBody = Type.Array(PanelBody, {
  description: 'At most 24',
  examples: [[{ view: '/s/dehrprice?from=today-7&to=today', title: 'Prices of the week' }]],
});

/** What lists and boards say alike. */
const facts = {
  id: Type.String({ examples: ['3f9c01d2a7b6e458'] }),
  name,
  shared,
  own: Type.Boolean({ description: 'Whether the caller is the owner', examples: [true] }),
  owner: Type.String({ description: 'The owner’s user name', examples: ['demo'] }),
  version,
  changed: utc('When the board was made or last changed', '2024-05-17T10:00:00Z'),
};

export const BoardEntry = Type.Object({
  ...facts,
  panels: Type.Integer({ description: 'The number of panels', examples: [1] }),
});
export type BoardEntry = Static<typeof BoardEntry>;

export const BoardList = Type.Object({ boards: Type.Array(BoardEntry) });
export type BoardList = Static<typeof BoardList>;

export const BoardShape = Type.Object({ ...facts, panels: Type.Array(PanelShape) });
export type BoardShape = Static<typeof BoardShape>;

export const BoardBody = Type.Object({
  name,
  shared: Type.Optional(shared),
  panels: Type.Optional(panelsBody),
});
export type BoardBody = Static<typeof BoardBody>;

export const BoardChangeBody = Type.Object({
  name,
  shared,
  panels: panelsBody,
  version: Type.Integer({
    description: 'The version that the change was made from; another stored one gives 409',
    examples: [1],
  }),
});
export type BoardChangeBody = Static<typeof BoardChangeBody>;

export const BoardParams = Type.Object({
  id: Type.String({ description: 'The id of a board', examples: ['3f9c01d2a7b6e458'] }),
});
export type BoardParams = Static<typeof BoardParams>;

export const LinkEntry = Type.Object({
  id: Type.String({ examples: ['5f2b8c0d9e714a36'] }),
  made: utc('When the link was made', '2024-05-17T10:00:00Z'),
  ends: utc('The first time at which it no longer works', '2024-06-16T10:00:00Z'),
  lastUsed: orNull<string>('string', {
    description: 'Last use, up to a minute old; null before the first',
    examples: ['2024-05-17T10:41:00Z'],
  }),
});
export type LinkEntry = Static<typeof LinkEntry>;

export const LinkList = Type.Object({ links: Type.Array(LinkEntry) });
export type LinkList = Static<typeof LinkList>;

export const LinkBody = Type.Object({
  days: Type.Optional(
    Type.Integer({
      description: 'After how many days of 24 hours the link ends: 1 to 366; 30 by default',
      examples: [30],
    }),
  ),
});
export type LinkBody = Static<typeof LinkBody>;

export const LinkMade = Type.Object({
  id: Type.String(),
  ends: utc('The first time at which it no longer works', '2024-06-16T10:00:00Z'),
  picture: Type.String({
    description:
      'The address of the picture, with the secret of the link: shown once, kept only as a hash',
  }),
});
export type LinkMade = Static<typeof LinkMade>;

export const LinkParams = Type.Object({
  id: Type.String({ description: 'The id of a board', examples: ['3f9c01d2a7b6e458'] }),
  linkId: Type.String({ description: 'The id of a link', examples: ['5f2b8c0d9e714a36'] }),
});
export type LinkParams = Static<typeof LinkParams>;

export const PictureParams = Type.Object({
  picture: Type.String({
    description: 'The secret of a link with .png or .svg at its end',
    examples: ['<SECRET>.png'],
  }),
});
export type PictureParams = Static<typeof PictureParams>;

export const PictureQuery = Type.Object({
  panel: optionalText('The number of the only panel that is drawn, from 1; all by default', '1'),
  width: optionalText('Pixels, 400 to 2000; 800 by default', '800'),
  theme: optionalText('light or dark; light by default', 'dark'),
});
export type PictureQuery = Static<typeof PictureQuery>;
