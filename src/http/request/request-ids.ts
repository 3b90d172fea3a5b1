// Request ids: unique across processes, short, and in order within one process.

import { randomBytes } from 'node:crypto';

/** Returns a function that returns the next id. */
export function makeRequestIds(): () => string {
  const processId = randomBytes(5).toString('hex');
  let count = 0;
  return () => `${processId}-${(++count).toString(36)}`;
}
