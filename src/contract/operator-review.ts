// Wire shapes of a series' rule and of the values that it held for review: /api/operator/series/{code}/rule and
// /api/operator/held.

import { optionalText } from '#contract/fields';
import { count, entry, orNull, utc, utcOrNull } from '#contract/operator-fields';
import { type Static, Type } from '#contract/schema';

export const RuleShape = Type.Object({
  minimum: orNull<number>('number', { description: 'Lowest value accepted', examples: [-500] }),
  maximum: orNull<number>('number', { description: 'Highest value accepted', examples: [4000] }),
  largestStep: orNull<number>('number', {
    description: 'Largest change from one value to the next, up or down',
    examples: [1500],
  }),
});
export const RuleBody = Type.Partial(RuleShape);
export type RuleBody = Static<typeof RuleBody>;

export const RuleTrialQuery = Type.Object({
  minimum: optionalText('Lowest value accepted', '-500'),
  maximum: optionalText('Highest value accepted', '4000'),
  largestStep: optionalText('Largest change from one value to the next, up or down', '1500'),
});
export type RuleTrialQuery = Static<typeof RuleTrialQuery>;

export const RuleTrialAnswer = Type.Object({
  seriesId: Type.String({ examples: ['dehrprice'] }),
  from: utcOrNull('Start of the year that was judged; null without values'),
  to: utcOrNull('Its end'),
  checked: count('Values of that year', 8760),
  held: count('Values that the rule would have held', 12),
  newest: Type.Array(
    Type.Object({
      time: utc('Start of the interval'),
      value: Type.Number({ examples: [9999] }),
      reason: Type.String({ examples: ['9999 is above 4000, the highest allowed.'] }),
    }),
  ),
});
export type RuleTrialAnswer = Static<typeof RuleTrialAnswer>;

export const RuleSet = Type.Object({ entry, seriesId: Type.String(), rule: RuleShape });
export const RuleRemoved = Type.Object({
  entry,
  seriesId: Type.String(),
  removed: Type.Boolean({ description: 'False if the series had no rule', examples: [true] }),
});

export const HeldQuery = Type.Object({
  series: optionalText('Only of this series', 'dehrprice'),
  limit: optionalText('The most values, 1 to 10000; 1000 by default', '100'),
});
export type HeldQuery = Static<typeof HeldQuery>;

export const HeldEntry = Type.Object({
  series: Type.String({ examples: ['dehrprice'] }),
  time: utc('Start of the interval'),
  value: Type.Number({ examples: [9999] }),
  reason: Type.String({ examples: ['9999 is above 4000, the highest allowed.'] }),
  heldSince: utc('When it arrived'),
  entry: orNull<number>('integer', { description: 'The entry that brought it', examples: [17] }),
});

export type HeldEntry = Static<typeof HeldEntry>;

export const ReviewBody = Type.Object({
  series: Type.String({ description: 'Series identifier', examples: ['dehrprice'] }),
  from: optionalText('From this time on', '2024-05-17T00:00:00Z'),
  to: optionalText('Up to this time, included', '2024-05-17T23:00:00Z'),
  all: Type.Optional(
    Type.Boolean({ description: 'Needed if neither end is given', examples: [true] }),
  ),
});
export type ReviewBody = Static<typeof ReviewBody>;

export const HeldAccepted = Type.Object({
  entry,
  accepted: count('Held values that were written', 1),
  new: count('Points that did not exist', 1),
  changed: count('Points that had another value'),
  same: count('Points that had the same value'),
});
export const HeldRejected = Type.Object({
  entry,
  rejected: count('Held values that were forgotten', 1),
});
