// Sign-ins, and what operators do over the long run: writes under an Idempotency-Key, keys, plans, reviews.

import type { Random } from '../../harness/random.ts';
import type { Asked, Kind, Memory } from './soak-kind.ts';
import { DESKS, PASSWORD, type SoakStore, WRITTEN } from './soak-store.ts';

/** Tokens of the last two minutes or so: half of them have expired. */
const MOST_TOKENS = 120;
const MOST_REMEMBERED = 200;
/** The number of keys that live at a time. */
const KEYS = 20;
const FIRST_WRITTEN = Date.UTC(2026, 0, 1);
const HOURS_WRITTEN = 5_000;
const REVIEWS = ['audit', 'imports', 'held', 'users', 'plans', 'collect'];

function keep<T>(list: T[], item: T, most: number): void {
  list.push(item);
  if (list.length > most) list.shift();
}

export const makeSignIns = (): Kind[] => [
  {
    name: 'sign in',
    weight: 1,
    statuses: [200],
    make: (random) => ({
      method: 'POST',
      path: '/api/v1/auth',
      body: { username: random.pick(DESKS), password: PASSWORD },
    }),
    read: ({ text }, { tokens }) => keep(tokens, JSON.parse(text) as string, MOST_TOKENS),
  },
  {
    name: 'wrong password',
    weight: 0.3,
    statuses: [401, 429],
    make: (random) => ({
      method: 'POST',
      path: '/api/user/login',
      body: { UserName: `nobody${random.below(50_000)}`, Password: `guess ${random.below(1e9)}` },
    }),
  },
  {
    name: 'sign out',
    weight: 0.3,
    statuses: [200, 401],
    make: (_random, { tokens }) =>
      tokens.length > 5
        ? { method: 'POST', path: '/api/user/logout', body: {}, secret: tokens.shift() }
        : undefined,
  },
];

/** A day of hours of one series, with other values each time. */
function makeWrite(random: Random, memory: Memory): Asked {
  const start = new Date(FIRST_WRITTEN + random.below(HOURS_WRITTEN) * 3_600_000).toISOString();
  return {
    method: 'POST',
    path: `/api/operator/series/${random.pick(WRITTEN)}/values`,
    body: { start, values: Array.from({ length: 24 }, () => random.below(1_000)) },
    headers: { 'idempotency-key': `write-${memory.count++}` },
  };
}

export function makeOperatorKinds({ operatorKey: secret }: SoakStore): Kind[] {
  const operator = (method: Asked['method'], path: string, body?: unknown): Asked => ({
    method,
    path: `/api/operator/${path}`,
    secret,
    body,
  });
  return [
    {
      name: 'write',
      weight: 2,
      statuses: [200],
      make: (random, memory) => ({ ...makeWrite(random, memory), secret }),
      read: ({ text }, { entries, writes }, asked) => {
        keep(writes, asked, MOST_REMEMBERED);
        const { entry } = JSON.parse(text) as { entry?: number };
        if (entry !== undefined) keep(entries, entry, MOST_REMEMBERED);
      },
    },
    {
      name: 'write again',
      weight: 1,
      statuses: [200],
      make: (random, { writes }) => (writes.length > 0 ? random.pick(writes) : undefined),
    },
    {
      name: 'take back',
      weight: 0.3,
      // A later write of the same hours stands in the way.
      statuses: [200, 409],
      make: (_random, { entries }) =>
        entries.length > 0 ? operator('POST', `imports/${entries.pop()}/undo`) : undefined,
    },
    {
      name: 'new key',
      weight: 0.3,
      statuses: [200],
      make: (random, memory) =>
        operator('POST', `users/${random.pick(DESKS)}/keys`, { name: `key-${memory.count++}` }),
      read: ({ text }, { keyNames }, { path }) => {
        const { name } = JSON.parse(text) as { name: string };
        keyNames.push(`${path.slice('/api/operator/'.length)}/${name}`);
      },
    },
    {
      name: 'revoke key',
      weight: 0.3,
      statuses: [200],
      make: (_random, { keyNames }) =>
        keyNames.length > KEYS ? operator('DELETE', keyNames.shift()!) : undefined,
    },
    {
      name: 'new plan',
      weight: 0.2,
      statuses: [200],
      make: (random) =>
        operator('PUT', `plans/trial${random.below(50)}`, {
          series: [`hr${random.below(1_000)}*`, 'de*'],
        }),
    },
    {
      name: 'review',
      weight: 0.5,
      statuses: [200],
      make: (random) => operator('GET', random.pick(REVIEWS)),
    },
  ];
}
