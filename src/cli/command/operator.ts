// The caller that commands read as.

import type { Caller } from '#accounts/authenticate';

/** A caller who may read everything, as anyone who can open the store's file can. */
export const OPERATOR: Caller = {
  user: {
    id: 0,
    name: 'operator',
    passwordHash: null,
    planName: 'operator',
    isDisabled: false,
    role: 'reader',
    writePatterns: [],
    isService: false,
    createdAt: 0,
  },
  plan: { name: 'operator', patterns: ['*'], requestsPerMinute: 1, pointsPerAnswer: 50_000_000 },
  credential: {
    hash: '',
    userId: 0,
    kind: 'key',
    name: 'command line',
    createdAt: 0,
    expiresAt: null,
  },
};
