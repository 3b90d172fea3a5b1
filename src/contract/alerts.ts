// Wire shapes of alerts: /api/v1/alerts of a user, /api/operator/alerts of the operators.

import { optionalText, utc } from '#contract/fields';
import { count, entry, orNull, utcOrNull } from '#contract/operator-fields';
import { type Static, Type } from '#contract/schema';

const condition = Type.String({
  description: 'What is watched; docs/reference/alerts.md has the grammar',
  examples: ['dehrprice < 0 for 2h within tomorrow'],
});
const name = Type.String({ description: '1 to 80 characters', examples: ['negative prices'] });
const WAIT = 'How long the condition is pending before the alert fires, such as 15 min';
const EMAILS =
  'Addresses that get an e-mail when the alert fires and when it is resolved: at most 5';

export const AlertBody = Type.Object({
  name,
  condition,
  wait: optionalText(`${WAIT}; left out: it fires at once`, '15 min'),
  emails: Type.Optional(
    Type.Array(Type.String(), { description: EMAILS, examples: [['desk@example.com']] }),
  ),
});
export type AlertBody = Static<typeof AlertBody>;

export const AlertParams = Type.Object({
  id: Type.String({ description: 'The alert’s id', examples: ['3f9c01d2a7b6e458'] }),
});
export type AlertParams = Static<typeof AlertParams>;

const state = Type.Unsafe<'ok' | 'pending' | 'firing'>({
  type: 'string',
  enum: ['ok', 'pending', 'firing'],
  examples: ['ok'],
});

export const AlertShape = Type.Object({
  id: Type.String({ examples: ['3f9c01d2a7b6e458'] }),
  name,
  owner: orNull<string>('string', {
    description: 'The user whose alert it is; null: one of the operators',
    examples: ['trader'],
  }),
  condition,
  wait: Type.String({ description: WAIT, examples: ['15 min'] }),
  emails: Type.Array(Type.String({ examples: ['desk@example.com'] })),
  createdTime: utc('When it was made'),
  state,
  firing: count('The series for which it fires', 1),
  pending: count('The series for which it is pending'),
  silencedUntil: utcOrNull('All of its messages are kept back until then'),
});
export type AlertShape = Static<typeof AlertShape>;

export const AlertList = Type.Object({
  alerts: Type.Array(AlertShape),
  mail: Type.Boolean({ description: 'Whether this server sends e-mail', examples: [true] }),
});
export type AlertList = Static<typeof AlertList>;

const silences = Type.Array(
  Type.Object({
    series: orNull<string>('string', { description: 'Null: all of the alert', examples: [null] }),
    until: utc('Its end'),
    by: Type.String({ examples: ['trader'] }),
  }),
);

export const AlertDetail = Type.Object({
  ...AlertShape.properties,
  series: Type.Array(
    Type.Object({
      series: Type.String({ examples: ['dehrprice'] }),
      state,
      since: utc('Since when'),
    }),
    { description: 'The series that were pending or firing once' },
  ),
  silences,
});
export type AlertDetail = Static<typeof AlertDetail>;

export const AlertAdded = Type.Object({ entry, ...AlertDetail.properties });
export const AlertRemoved = Type.Object({ entry, id: Type.String(), removed: Type.Boolean() });

export const SilenceBody = Type.Object({
  until: Type.String({
    description:
      'The end: a length from now such as 2 h, an instant, or a date or keyword, which mean their end',
    examples: ['2 h'],
  }),
  series: optionalText('Only messages of this series; left out: all of the alert', 'dehrprice'),
});
export type SilenceBody = Static<typeof SilenceBody>;

export const SilenceQuery = Type.Object({
  series: optionalText('The silence of this series; left out: of all', 'dehrprice'),
});
export type SilenceQuery = Static<typeof SilenceQuery>;

export const SilencesAnswer = Type.Object({ silences });
export type SilencesAnswer = Static<typeof SilencesAnswer>;
export const SilencesWritten = Type.Object({ entry, silences });

export const MOST_CHANGES = 1_000;

export const HistoryQuery = Type.Object({
  limit: optionalText(`The most changes, 1 to ${MOST_CHANGES}; 100 by default`, '100'),
  before: optionalText('Only changes before this id, to go on', '17'),
});
export type HistoryQuery = Static<typeof HistoryQuery>;

export const HistoryAnswer = Type.Object({
  changes: Type.Array(
    Type.Object({
      id: count('Its number', 17),
      time: utc('When it changed'),
      state: Type.Unsafe<'firing' | 'resolved'>({
        type: 'string',
        enum: ['firing', 'resolved'],
        examples: ['firing'],
      }),
      series: Type.String({ examples: ['dehrprice'] }),
      from: utcOrNull('The first interval that fulfilled the condition'),
      to: utcOrNull('The last one'),
      detail: Type.String({ examples: ['2 values < 0 from 2024-05-18 13:00 to 2024-05-18 15:00'] }),
      event: orNull<string>('string', {
        description: 'Its event in GET /api/v1/changes; null: it was silenced',
        examples: ['1043'],
      }),
      mail: orNull<string>('string', {
        description: 'What became of its e-mail; null: it has none, or it is not sent yet',
        examples: ['sent'],
      }),
    }),
    { description: 'Newest first' },
  ),
  more: Type.Boolean({ description: 'Whether earlier changes exist' }),
});
export type HistoryAnswer = Static<typeof HistoryAnswer>;

export const TryQuery = Type.Object({
  condition,
  wait: optionalText('As in an alert', '15 min'),
  from: optionalText('A date or keyword; left out: a year ago', 'today-30'),
  to: optionalText('A date or keyword; left out: today', 'today'),
});
export type TryQuery = Static<typeof TryQuery>;

export const TryAnswer = Type.Object({
  condition,
  from: utc('Start of the span that was judged'),
  to: utc('Its end'),
  fired: count('How often the alert would have fired', 7),
  series: Type.Array(
    Type.Object({
      series: Type.String({ examples: ['dehrprice'] }),
      fired: count('How often for this series', 7),
      firings: Type.Array(
        Type.Object({
          fired: utc('When it would have fired'),
          resolved: utcOrNull('When it would have been resolved; null: it would still fire'),
          from: utc('The first interval that fulfilled the condition'),
          to: utc('The last one'),
        }),
        { description: 'The newest first: at most 200' },
      ),
    }),
  ),
  more: Type.Boolean({ description: 'Whether more series match than were judged' }),
});
export type TryAnswer = Static<typeof TryAnswer>;
