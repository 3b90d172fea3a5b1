// The rows of the table of settings about signing in: tokens, sessions, passwords and single sign-on.

import type { Setting } from '#settings/setting';

export const SIGN_IN_SETTINGS = [
  {
    name: 'TOKEN_LIFETIME',
    fallback: '60',
    meaning: 'Minutes for which a sign-in token is valid, or a duration such as 12h.',
  },
  {
    name: 'SESSION_IDLE',
    fallback: '720',
    meaning:
      'Minutes without use, or a duration such as 12h, after which the session of a browser ends.',
  },
  {
    name: 'SESSION_MAX',
    fallback: '10080',
    meaning:
      'Minutes after the sign-in, or a duration such as 7d, when the session of a browser ends, however much it is used.',
  },
  {
    name: 'PASSWORDS',
    fallback: 'on',
    meaning:
      'on, or off: no password signs in, only single sign-on and links that gridtide user code makes. Keys work as before.',
  },
  {
    name: 'OIDC_ISSUER',
    fallback: '',
    meaning:
      'Address of the provider of single sign-on by OpenID Connect (docs/how-to/single-sign-on.md). Left out: none.',
  },
  {
    name: 'OIDC_CLIENT_ID',
    fallback: '',
    meaning: 'Name of this server at the provider. Needed with OIDC_ISSUER.',
  },
  {
    name: 'OIDC_CLIENT_SECRET',
    secret: 'value',
    fallback: '',
    meaning: 'Secret of this server at the provider. Left out: a public client, by PKCE alone.',
  },
  {
    name: 'OIDC_MAP',
    fallback: '',
    meaning:
      'Groups of the provider and their plans as JSON, such as [{"group":"gt-ops","plan":"all","role":"operator"}]; the first row that fits decides. Needed with OIDC_ISSUER.',
  },
  {
    name: 'OIDC_SCOPES',
    fallback: 'openid profile email',
    meaning: 'Scopes that the provider is asked for, with blanks between.',
  },
  {
    name: 'OIDC_GROUPS_CLAIM',
    fallback: 'groups',
    meaning: 'Claim that has a user’s groups; dots lead into objects, as in realm_access.roles.',
  },
  {
    name: 'OIDC_NAME_CLAIM',
    fallback: 'preferred_username',
    meaning: 'Claim that has the name of a user who signs in for the first time.',
  },
  {
    name: 'OIDC_LABEL',
    fallback: 'single sign-on',
    meaning: 'What the sign-in page calls the provider: Sign in with ….',
  },
  {
    name: 'OIDC_AUDIENCE',
    fallback: '',
    meaning:
      'Audience of the provider’s tokens (JWT) that programs may send as Bearer. Left out: none is accepted.',
  },
] as const satisfies readonly Setting[];
