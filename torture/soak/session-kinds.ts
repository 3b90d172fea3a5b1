// Browsers of the long run: sessions that a cookie carries, beside the tokens and keys of programs.

import type { Random } from '../../harness/random.ts';
import type { Asked, Kind, Memory } from './soak-kind.ts';
import { DESKS, PASSWORD, type SoakStore } from './soak-store.ts';

/** The newest ones. A user has at most 100, so none of them is ended by a newer one. */
const MOST_SESSIONS = 80;
const SESSION = '/api/v1/session';
/** What a browser says of a request of the server's own page. */
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

const withCookie = (asked: Asked, cookie: string, headers = {}): Asked => ({
  ...asked,
  headers: { ...OWN_PAGE, ...headers, cookie },
});

/** A read by one of the sessions; undefined before the first sign-in. */
const read =
  (pathOf: (random: Random) => string, headers = {}): Kind['make'] =>
  (random, { cookies }: Memory) =>
    cookies.length === 0
      ? undefined
      : withCookie({ method: 'GET', path: pathOf(random) }, random.pick(cookies), headers);

export const makeSessionKinds = ({ codes }: SoakStore): Kind[] => [
  {
    name: 'page sign-in',
    weight: 1,
    statuses: [200],
    make: (random) => ({
      method: 'POST',
      path: SESSION,
      headers: OWN_PAGE,
      body: { username: random.pick(DESKS), password: PASSWORD, keep: random.below(2) === 0 },
    }),
    read: ({ headers }, { cookies }) => {
      const [pair] = headers.getSetCookie()[0]!.split(';');
      cookies.push(pair!);
      if (cookies.length > MOST_SESSIONS) cookies.shift();
    },
  },
  {
    name: 'page read',
    weight: 8,
    isSmall: true,
    // The session of a page that signed out in this moment has ended.
    statuses: [200, 401],
    make: read((random) => `/api/v1/series/${random.pick(codes)}?from=2025-12-30&format=columns`),
  },
  {
    name: 'own sessions',
    weight: 1,
    statuses: [200, 401],
    make: read(() => '/api/v1/account/sessions'),
  },
  {
    name: 'cookie from another site',
    weight: 0.5,
    statuses: [403],
    make: read(() => '/api/v1/account', { 'sec-fetch-site': 'cross-site' }),
  },
  {
    name: 'page sign-out',
    weight: 0.5,
    statuses: [200],
    make: (_random, { cookies }) =>
      cookies.length > 5
        ? withCookie({ method: 'DELETE', path: SESSION }, cookies.shift()!)
        : undefined,
  },
];
