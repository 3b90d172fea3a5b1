// What a store on PostgreSQL that cannot be reached owes its callers: a plain error, soon.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '#store/store';

/** Far more than anything in these tests may take, and far less than the system's own time-outs. */
const SOON_MS = 8_000;

/** Fails if `work` has not ended after some seconds. */
export const soon = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    sleep(SOON_MS, undefined, { ref: false }).then(() => assert.fail('it still waits')),
  ]);

/** Asserts an error of the store that repeats neither SQL nor anything of the address `url`. */
export function assertPlain(error: unknown, url: string): true {
  assert.ok(error instanceof StoreUnavailable, String(error));
  assert.doesNotMatch(error.message, /SELECT|BEGIN|COMMIT|127\.0\.0\.1|gridtide/);
  assert.ok(!error.message.includes(new URL(url).password));
  return true;
}
