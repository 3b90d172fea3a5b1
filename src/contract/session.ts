// Wire shapes of browsers' sessions: /api/v1/session and /api/v1/account/sessions.

import { type Static, Type } from '#contract/schema';

const keep = Type.Optional(
  Type.Boolean({
    description: 'Whether the browser keeps the session when it is closed; false by default',
    examples: [true],
  }),
);

export const SessionBody = Type.Object({
  username: Type.String({ examples: ['demo'] }),
  password: Type.String({ examples: ['<PASSWORD>'] }),
  keep,
});
export type SessionBody = Static<typeof SessionBody>;

export const SessionCodeBody = Type.Object({
  code: Type.String({ description: 'A one-time code', examples: ['<CODE>'] }),
  keep,
});
export type SessionCodeBody = Static<typeof SessionCodeBody>;

export const SessionStarted = Type.Object({
  userName: Type.String({ examples: ['demo'] }),
  expires: Type.String({
    description: 'When the session ends if it is not used; UTC',
    examples: ['2024-05-17T22:00:00Z'],
  }),
  ends: Type.String({
    description: 'When it ends in any case; UTC',
    examples: ['2024-05-24T10:00:00Z'],
  }),
  operator: Type.Optional(
    Type.Boolean({
      description: 'true for an operator: the session opens the operator interface',
      examples: [true],
    }),
  ),
  role: Type.Optional(
    Type.String({
      description: 'writer, auditor or operator; left out for a reader',
      examples: ['operator'],
    }),
  ),
});
export type SessionStarted = Static<typeof SessionStarted>;

export const SessionEnded = Type.Object({
  signedOut: Type.Boolean({ examples: [true] }),
  next: Type.Optional(
    Type.String({
      description: 'After single sign-on: the address that signs the user out at the provider too',
      examples: ['https://login.example.com/logout?client_id=gridtide'],
    }),
  ),
});
export type SessionEnded = Static<typeof SessionEnded>;

export const SessionEntry = Type.Object({
  id: Type.String({ examples: ['5f2b8c0d9e714a36'] }),
  current: Type.Boolean({ description: 'Whether this request came with it', examples: [true] }),
  made: Type.String({ examples: ['2024-05-17T10:00:00Z'] }),
  lastUsed: Type.String({
    description: 'Written every few minutes',
    examples: ['2024-05-17T10:25:00Z'],
  }),
  expires: Type.String({ examples: ['2024-05-17T22:25:00Z'] }),
  address: Type.String({ description: 'The address of the last use', examples: ['198.51.100.7'] }),
  browser: Type.String({ examples: ['Firefox on Windows'] }),
});
export type SessionEntry = Static<typeof SessionEntry>;

export const SessionParams = Type.Object({
  id: Type.String({ description: 'The id of a session', examples: ['5f2b8c0d9e714a36'] }),
});
export type SessionParams = Static<typeof SessionParams>;
