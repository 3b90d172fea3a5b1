// Wire shapes of a caller's own account: /api/v1/account, its keys and its password.

import { optionalText } from '#contract/fields';
import { orNull } from '#contract/operator-fields';
import { type Static, Type } from '#contract/schema';

export const AccountAnswer = Type.Object({
  userName: Type.String({ examples: ['demo'] }),
  plan: Type.Object({
    name: Type.String({ examples: ['everything'] }),
    series: Type.Array(Type.String(), {
      description:
        'Identifier patterns: those of the plan that the key leaves. With & both must match',
      examples: [['*']],
    }),
    requestsPerMinute: Type.Integer({ examples: [600] }),
    pointsPerAnswer: Type.Integer({ examples: [500000] }),
  }),
  use: Type.Object({
    requestsThisMinute: Type.Integer({ examples: [12] }),
    requestsLeft: Type.Integer({ examples: [588] }),
    resetSeconds: Type.Integer({ examples: [41] }),
  }),
  role: Type.String({ description: 'reader, writer, auditor or operator', examples: ['reader'] }),
  writePatterns: Type.Array(Type.String(), {
    description: 'Patterns of the series that a writer may write; empty for every other role',
    examples: [[]],
  }),
  credential: Type.Object({
    kind: Type.String({
      description:
        'token, key, writer, auditor, operator, session or provider (a token of the provider of single sign-on)',
      examples: ['token'],
    }),
    name: Type.Union([Type.String(), Type.Null()]),
    expires: Type.Union([Type.String(), Type.Null()], { examples: ['2024-05-17T11:00:00Z'] }),
    series: orNull<string[]>('array', {
      items: { type: 'string' },
      description: 'Patterns of the only series that the key is for; null: all that its user may',
      examples: [['de*']],
    }),
  }),
});
export type AccountAnswer = Static<typeof AccountAnswer>;

/** What lists of keys say besides. */
export const keyTimes = {
  role: Type.String({
    description:
      'What the key is good for, as far as its user’s role allows: reader, writer, auditor or operator',
    examples: ['reader'],
  }),
  series: orNull<string[]>('array', {
    items: { type: 'string' },
    description: 'Patterns of the only series that the key is for; null: all that its user may',
    examples: [['de*']],
  }),
  lastUsed: orNull<string>('string', {
    description: 'Last use, up to a minute old; null before the first',
    examples: ['2024-05-17T10:41:00Z'],
  }),
  expires: orNull<string>('string', {
    description: 'When the key ends; null if it does not',
    examples: ['2024-12-31T23:00:00Z'],
  }),
};

/** The series and the end of a new key. */
export const keyEnd = {
  series: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Patterns of the only series that the key is for, never more than the plan has. Left out: all of the plan',
      examples: [['de*']],
    }),
  ),
  expires: optionalText(
    'When the key ends: a date, through whose end in market time it works, or a time. Left out: never',
    '2099-12-31',
  ),
};

export const KeyEntry = Type.Object({
  name: Type.String({ examples: ['nightly report'] }),
  operator: Type.Boolean({
    description: 'Whether it opens the operator interface; such a key is not revoked here',
    examples: [false],
  }),
  created: Type.String({ examples: ['2024-05-17T10:00:00Z'] }),
  ...keyTimes,
});
export type KeyEntry = Static<typeof KeyEntry>;

const password = Type.String({
  description: 'The password that you sign in with, again',
  examples: ['<PASSWORD>'],
});

export const KeyBody = Type.Object({
  name: Type.String({ description: 'A name of your choice', examples: ['nightly report'] }),
  ...keyEnd,
  password,
});
export type KeyBody = Static<typeof KeyBody>;

export const KeyMade = Type.Object({
  name: Type.String(),
  key: Type.String({ description: 'The key itself: shown once, kept only as a hash' }),
});
export type KeyMade = Static<typeof KeyMade>;

/** A DELETE without a body arrives as null. */
export const KeyRevokeBody = Type.Unsafe<{ password?: string } | null>({
  type: ['object', 'null'],
  properties: { password },
  required: ['password'],
});
export type KeyRevokeBody = Static<typeof KeyRevokeBody>;

export const KeyParams = Type.Object({ name: Type.String({ examples: ['nightly report'] }) });
export type KeyParams = Static<typeof KeyParams>;

export const PasswordBody = Type.Object({
  password,
  newPassword: Type.String({
    description: 'The password from now on: 12 to 128 characters',
    examples: ['<A_LONG_PASSWORD>'],
  }),
  endKeys: Type.Optional(
    Type.String({
      description:
        'Which keys and links (to pictures and for spreadsheets) end with the old password: since (those made since it was set; the default), all or none. Operator keys stay.',
      examples: ['since'],
    }),
  ),
  keep: Type.Optional(
    Type.Boolean({
      description: 'Whether the browser keeps its new session when it is closed; false by default',
      examples: [true],
    }),
  ),
});
export type PasswordBody = Static<typeof PasswordBody>;

export const PasswordChanged = Type.Object({
  userName: Type.String({ examples: ['demo'] }),
  endedKeys: Type.Array(Type.String(), {
    description: 'The keys that the new password ended',
    examples: [['nightly report']],
  }),
});
export type PasswordChanged = Static<typeof PasswordChanged>;
