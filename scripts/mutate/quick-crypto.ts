// `node:crypto` while mutants are tried: passwords are hashed right, but not slowly.

import { argon2 as hashSlowly } from 'node:crypto';

export * from 'node:crypto';

/** The least memory that argon2 takes, for each lane. */
const LEAST_KIB = 8;

export const argon2: typeof hashSlowly = (algorithm, parameters, callback) =>
  hashSlowly(
    algorithm,
    { ...parameters, memory: LEAST_KIB * parameters.parallelism, passes: 1 },
    callback,
  );
