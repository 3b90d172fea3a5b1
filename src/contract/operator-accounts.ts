// Wire shapes of the operator interface for users, plans and keys. None has a hash.

import { keyEnd, keyTimes } from '#contract/account';
import { orNull } from '#contract/operator-fields';
import { type Static, Type } from '#contract/schema';

export const UserParams = Type.Object({
  name: Type.String({ description: 'User name; case does not matter', examples: ['robot'] }),
});
export type UserParams = Static<typeof UserParams>;

export const UserShape = Type.Object({
  name: Type.String({ examples: ['robot'] }),
  plan: Type.String({ examples: ['everything'] }),
  disabled: Type.Boolean({ examples: [false] }),
  operator: Type.Boolean({
    description: 'Whether the role is operator; set with gridtide user operator',
    examples: [false],
  }),
  role: Type.String({ description: 'reader, writer, auditor or operator', examples: ['reader'] }),
  writePatterns: Type.Array(Type.String(), {
    description: 'Patterns of the series that a writer may write; empty for every other role',
    examples: [[]],
  }),
  service: Type.Boolean({
    description: 'Whether it is a service account: it has keys, and cannot sign in',
    examples: [false],
  }),
  hasPassword: Type.Boolean({ description: 'False for a user of keys only', examples: [true] }),
  created: Type.String({ examples: ['2024-05-17T10:00:00Z'] }),
});
export type UserShape = Static<typeof UserShape>;

/** A user with what is known of its use. */
export const UserEntry = Type.Object({
  ...UserShape.properties,
  lastSeen: orNull<string>('string', {
    description:
      'The last known use of a token, key or session, exact to some minutes; null: nothing is known',
    examples: ['2024-05-17T10:00:00Z'],
  }),
  requestsToday: Type.Integer({ description: 'Since 00:00 UTC', examples: [412] }),
  requestsPerDay: Type.Number({
    description: 'The mean of the seven UTC days before today',
    examples: [1203.4],
  }),
});
export type UserEntry = Static<typeof UserEntry>;

export const UserChanged = Type.Object({
  ...UserShape.properties,
  endedKeys: Type.Optional(
    Type.Array(Type.String(), {
      description: 'With a new password: the keys that it ended',
      examples: [['nightly report']],
    }),
  ),
});
export type UserChanged = Static<typeof UserChanged>;

/** What a change of users, plans and keys needs from a session, besides the fields of the change. */
export const ownPassword = {
  ownPassword: Type.Optional(
    Type.String({
      description: 'The operator’s own password: needed with a session, not with an operator key',
      examples: ['<YOUR_PASSWORD>'],
    }),
  ),
};
export interface OwnPassword {
  readonly ownPassword?: string;
}

const password = Type.Optional(
  Type.String({
    description: '12 to 128 characters; left out for a user of keys only',
    examples: ['<A_LONG_PASSWORD>'],
  }),
);

const role = {
  role: Type.Optional(
    Type.String({
      description: 'reader, writer or auditor. Only the command line makes operators',
      examples: ['reader'],
    }),
  ),
  writePatterns: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Patterns of the series that a writer may write; needed for the role writer',
      examples: [[]],
    }),
  ),
};

export const UserBody = Type.Object({
  name: Type.String({ examples: ['robot'] }),
  plan: Type.String({ examples: ['everything'] }),
  password,
  ...role,
  service: Type.Optional(
    Type.Boolean({
      description: 'true for a service account: no password, no sign-in, only keys',
      examples: [false],
    }),
  ),
  ...ownPassword,
});
export type UserBody = Static<typeof UserBody>;

export const UserChangeBody = Type.Object({
  plan: Type.Optional(Type.String({ examples: ['everything'] })),
  password,
  ...role,
  disabled: Type.Optional(
    Type.Boolean({ description: 'true shuts the user out at once', examples: [false] }),
  ),
  endKeys: Type.Optional(
    Type.String({
      description:
        'Which keys and links (to pictures and for spreadsheets) a new password ends: since (default; read keys and links made since it was last set), all or none',
      examples: ['since'],
    }),
  ),
  ...ownPassword,
});
export type UserChangeBody = Static<typeof UserChangeBody>;

/** A POST without a body arrives as null. */
export const UserUnlockBody = Type.Unsafe<({ address?: string } & OwnPassword) | null>({
  type: ['object', 'null'],
  properties: {
    address: Type.String({
      description: 'An IP address whose failures are forgotten too, whatever the user',
      examples: ['198.51.100.7'],
    }),
    ...ownPassword,
  },
});
export type UserUnlockBody = Static<typeof UserUnlockBody>;

export const UserUnlocked = Type.Object({ unlocked: Type.String({ examples: ['robot'] }) });

/** A POST without a body arrives as null. */
export const SignInLinkBody = Type.Unsafe<OwnPassword | null>({
  type: ['object', 'null'],
  properties: ownPassword,
});
export type SignInLinkBody = Static<typeof SignInLinkBody>;

export const SignInLinkMade = Type.Object({
  user: Type.String({ examples: ['robot'] }),
  path: Type.String({
    description: 'The path on this server that signs in once',
    examples: ['/?code=<CODE>'],
  }),
  expires: Type.String({ examples: ['2024-05-17T10:15:00Z'] }),
});
export type SignInLinkMade = Static<typeof SignInLinkMade>;

export const UserKeyShape = Type.Object({
  name: Type.String({ examples: ['nightly report'] }),
  operator: Type.Boolean({ description: 'Whether it opens this interface', examples: [false] }),
  created: Type.String({ examples: ['2024-05-17T10:00:00Z'] }),
  ...keyTimes,
});

export type UserKeyShape = Static<typeof UserKeyShape>;

export const UserKeyBody = Type.Object({
  name: Type.String({ description: 'A name of your choice', examples: ['nightly report'] }),
  operator: Type.Optional(
    Type.Boolean({
      description: 'true is refused: operator keys are made on the command line only',
      examples: [false],
    }),
  ),
  role: Type.Optional(
    Type.String({
      description:
        'What the key is good for: reader (default), writer or auditor, which the user must be',
      examples: ['reader'],
    }),
  ),
  ...keyEnd,
  ...ownPassword,
});
export type UserKeyBody = Static<typeof UserKeyBody>;

export const UserKeyMade = Type.Object({
  user: Type.String({ examples: ['robot'] }),
  name: Type.String({ examples: ['nightly report'] }),
  key: Type.String({
    description: 'The key itself: shown once, kept only as a hash',
    examples: ['<API_KEY>'],
  }),
});

export type UserKeyMade = Static<typeof UserKeyMade>;

export const UserKeyParams = Type.Object({
  name: Type.String({ description: 'User name', examples: ['robot'] }),
  key: Type.String({ description: 'Name of the key', examples: ['nightly report'] }),
});
export type UserKeyParams = Static<typeof UserKeyParams>;

/** A DELETE without a body arrives as null. */
export const UserKeyRevokeBody = Type.Unsafe<OwnPassword | null>({
  type: ['object', 'null'],
  properties: ownPassword,
});
export type UserKeyRevokeBody = Static<typeof UserKeyRevokeBody>;

export const UserKeyRevoked = Type.Object({
  user: Type.String({ examples: ['robot'] }),
  revoked: Type.String({ examples: ['nightly report'] }),
});

export const PlanParams = Type.Object({
  name: Type.String({ description: 'Name of the plan', examples: ['germany'] }),
});
export type PlanParams = Static<typeof PlanParams>;

const planLimits = {
  requestsPerMinute: Type.Integer({ examples: [600] }),
  pointsPerAnswer: Type.Integer({ examples: [500000] }),
};

export const PlanShape = Type.Object({
  name: Type.String({ examples: ['germany'] }),
  series: Type.Array(Type.String(), { description: 'Identifier patterns', examples: [['de*']] }),
  ...planLimits,
});
export type PlanShape = Static<typeof PlanShape>;

export const PlanBody = Type.Object({
  series: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Identifier patterns with * for any characters; needed for a new plan',
      examples: [['de*']],
    }),
  ),
  requestsPerMinute: Type.Optional(planLimits.requestsPerMinute),
  pointsPerAnswer: Type.Optional(planLimits.pointsPerAnswer),
  ...ownPassword,
});
export type PlanBody = Static<typeof PlanBody>;
