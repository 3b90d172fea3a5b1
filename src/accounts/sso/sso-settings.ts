// The settings of single sign-on (OIDC_…), read and checked. No message repeats the client's secret.

import { type GroupRow, readGroupMap } from '#accounts/sso/group-map';

export interface SsoSettings {
  /** The provider's address, as it was set. */
  readonly issuer: URL;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined;
  /** The scopes with blanks between; `openid` is one of them. */
  readonly scopes: string;
  /** The claim that has the user's groups; dots lead into objects. */
  readonly groupsClaim: string;
  /** The claim that has the name of a new user. */
  readonly nameClaim: string;
  readonly rows: readonly GroupRow[];
  /** The audience of the provider's tokens that programs may use; undefined if none may. */
  readonly audience: string | undefined;
  /** The provider's name on the sign-in page. */
  readonly label: string;
}

/** Settings that make no sense without OIDC_ISSUER. */
const NEED_ISSUER = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_MAP', 'OIDC_AUDIENCE'];
const MOST_LABEL = 60;

/** Reads the texts of the settings by name; undefined if single sign-on is off. */
export function readSsoSettings(texts: Readonly<Record<string, string>>): SsoSettings | undefined {
  const text = (name: string): string => texts[name] ?? '';
  if (text('OIDC_ISSUER') === '') {
    const set = NEED_ISSUER.find((name) => text(name) !== '');
    if (set === undefined) return undefined;
    throw new Error(`${set} is set, but OIDC_ISSUER is not: single sign-on needs both`);
  }
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_MAP']) {
    if (text(name) === '') throw new Error(`OIDC_ISSUER is set, but ${name} is not: it is needed`);
  }
  return {
    issuer: readIssuer(text('OIDC_ISSUER')),
    clientId: text('OIDC_CLIENT_ID'),
    clientSecret: text('OIDC_CLIENT_SECRET') || undefined,
    scopes: readScopes(text('OIDC_SCOPES')),
    groupsClaim: readClaim('OIDC_GROUPS_CLAIM', text('OIDC_GROUPS_CLAIM')),
    nameClaim: readClaim('OIDC_NAME_CLAIM', text('OIDC_NAME_CLAIM')),
    rows: readGroupMap(text('OIDC_MAP')),
    audience: text('OIDC_AUDIENCE') || undefined,
    label: readLabel(text('OIDC_LABEL')),
  };
}

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

/** Whether an address may be asked: by https, or on this machine. */
export const mayBeAsked = ({ protocol, hostname, username, password }: URL): boolean =>
  username === '' &&
  password === '' &&
  (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname)));

function readIssuer(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && mayBeAsked(url) && url.search === '' && url.hash === '') return url;
  // An address with a password in it is not repeated.
  throw new Error(
    'OIDC_ISSUER must be the https address of the provider, without user name, ? or #; http only on this machine',
  );
}

/** How an issuer is stored and compared: providers differ by a slash at the end. */
export const issuerKeyOf = (issuer: string): string =>
  (URL.canParse(issuer) ? new URL(issuer).href : issuer).replace(/\/+$/, '');

function readScopes(text: string): string {
  const scopes = text.split(/\s+/);
  if (
    scopes.includes('openid') &&
    scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))
  )
    return scopes.join(' ');
  throw new Error(
    `OIDC_SCOPES must be scopes with blanks between, openid among them, not "${text}"`,
  );
}

function readClaim(name: string, text: string): string {
  if (/^[\x21-\x7e]{1,200}$/.test(text)) return text;
  throw new Error(`${name} must be the name of a claim without blanks, not "${text}"`);
}

function readLabel(text: string): string {
  if (text.length <= MOST_LABEL && !/\p{Cc}/u.test(text)) return text;
  throw new Error(`OIDC_LABEL must be at most ${MOST_LABEL} characters on one line`);
}
