// Wire shape of GET /api/v1/about: what a server says of itself without a sign-in.

import { type Static, Type } from '#contract/schema';

export const AboutAnswer = Type.Object({
  name: Type.String({ examples: ['Gridtide'] }),
  version: Type.String({ examples: ['0.1.0'] }),
  demo: Type.Boolean({ description: 'Whether the data is the synthetic demo' }),
  marketTimeZone: Type.String({ examples: ['Europe/Berlin'] }),
  now: Type.String({ description: 'The server’s clock, UTC', examples: ['2024-05-17T10:00:00Z'] }),
  seriesCount: Type.Integer({ examples: [295] }),
  firstSteps: Type.Array(Type.String(), {
    description: 'Commands that make a new server of use; empty when all was done',
    examples: [[]],
  }),
  singleSignOn: Type.Optional(
    Type.Object(
      { label: Type.String({ description: 'Names the provider', examples: ['Example AG'] }) },
      { description: 'Only if users can sign in at a provider: the page /sso/sign-in leads there' },
    ),
  ),
  passwords: Type.Optional(
    Type.Boolean({ description: 'false if no password signs in; left out otherwise' }),
  ),
  blocks: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['peak'] }),
      meaning: Type.String(),
      hours: Type.String({ examples: ['09-20'] }),
    }),
  ),
});
export type AboutAnswer = Static<typeof AboutAnswer>;
