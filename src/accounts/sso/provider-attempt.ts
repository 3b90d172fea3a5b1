// An attempt to sign in at the provider. The browser keeps it in a cookie, and nothing is stored before it comes back:
// a stranger who begins attempts leaves nothing. State, nonce and PKCE verifier are digests of the whole cookie, so
// they fit no other browser, no other time and no other page to return to.

import { hash, randomBytes } from 'node:crypto';
import { type Instant, MINUTE_MS } from '#core/time/instant';

export const ATTEMPT_LIFETIME_MS = 10 * MINUTE_MS;
const SECRET_BYTES = 32;
/** A browser keeps 4 kB in a cookie. */
const LONGEST_PATH = 2_000;
const FORM = /^[\w-]{43}\.\d{1,15}\.[\w-]{0,3000}$/;

export interface ProviderAttempt {
  /** Belongs into the browser's cookie, and nowhere else. */
  readonly cookie: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The path of this server that the user comes back to. */
  readonly returnTo: string;
}

export function beginAttempt(returnTo: string, now: Instant): ProviderAttempt {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const path = Buffer.from(ownPathOf(returnTo)).toString('base64url');
  return attemptOf(`${secret}.${now}.${path}`);
}

/** Reads the cookie of an attempt; undefined if it is none, or too old. */
export function readAttempt(cookie: string | undefined, now: Instant): ProviderAttempt | undefined {
  if (cookie === undefined || !FORM.test(cookie)) return undefined;
  const attempt = attemptOf(cookie);
  // `abs`: after the clock was set back, an attempt from far ahead is too old as well.
  return Math.abs(now - Number(cookie.split('.')[1])) < ATTEMPT_LIFETIME_MS ? attempt : undefined;
}

function attemptOf(cookie: string): ProviderAttempt {
  const digest = (purpose: string): string => hash('sha256', `${purpose} ${cookie}`, 'base64url');
  const path = Buffer.from(cookie.split('.')[2]!, 'base64url').toString();
  return {
    cookie,
    state: digest('state'),
    nonce: digest('nonce'),
    verifier: digest('verifier'),
    returnTo: ownPathOf(path),
  };
}

/** The path with its query if it is one of this server; else the first page. */
export function ownPathOf(given: string): string {
  // A browser reads "\" as "/", and ignores tabs and line breaks: "/\t/example.com" leads elsewhere.
  const isPath = /^\/(?![/\\])[\x21-\x7e]*$/.test(given) && !given.includes('\\');
  return isPath && given.length <= LONGEST_PATH ? given : '/';
}
