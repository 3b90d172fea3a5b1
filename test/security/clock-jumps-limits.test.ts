// Throttles, rate windows and kept answers while the clock jumps: no caller waits longer than promised, and
// guessing does not go on after the clock is set back.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import {
  FAILURE_WINDOW_MS,
  FailureThrottle,
  MAX_FAILED_SIGN_INS,
} from '#accounts/failure-throttle';
import { RateLimiter, type RequestLimits } from '#accounts/rate-limiter';
import { SharedRateLimiter } from '#accounts/shared-rate-limiter';
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import { openWorldStore } from '../../harness/world/world-store.ts';
import { OperatorWorld } from '../http/api/operator/operator-world.ts';
import { anyJump, FIRST, JUMPS, LAST, SEED } from './clock-jumps.ts';

/** A late request looks like a clock that is set back, so steps up to this long cannot be told apart. */
const LATE_MS = MINUTE_MS;
const JUMPS_EACH = 5;
const settings = { numRuns: Math.ceil(JUMPS / JUMPS_EACH), seed: SEED };

const moment = fc.integer({ min: FIRST, max: LAST });
const jumps = fc.array(anyJump, { minLength: 1, maxLength: 2 * JUMPS_EACH });

const { store, close } = await openWorldStore();
after(close);
let subjects = 0;

async function lockOut(throttle: FailureThrottle, now: Instant): Promise<string> {
  const subject = `guesser ${++subjects}`;
  for (let i = 0; i < MAX_FAILED_SIGN_INS; i++)
    assert.equal(await throttle.record(subject, now), 0);
  assert.equal(await throttle.retryAfterSeconds(subject, now), FAILURE_WINDOW_MS / SECOND_MS);
  return subject;
}

test('a guesser is locked out for the window and no longer, however the clock jumps', async () => {
  const throttle = new FailureThrottle(store.accounts, 'user');
  await fc.assert(
    fc.asyncProperty(moment, jumps, async (start, steps) => {
      let now = start;
      const subject = await lockOut(throttle, now);
      for (const step of steps) {
        now = step(now);
        const waitSeconds = await throttle.retryAfterSeconds(subject, now);
        assert.ok(waitSeconds <= FAILURE_WINDOW_MS / SECOND_MS, `${waitSeconds} s`);
      }
      now += FAILURE_WINDOW_MS + LATE_MS;
      assert.equal(await throttle.retryAfterSeconds(subject, now), 0);
    }),
    settings,
  );
});

test('a guesser stays locked out when the clock is set back', async () => {
  const throttle = new FailureThrottle(store.accounts, 'address');
  await fc.assert(
    fc.asyncProperty(moment, fc.nat(400 * DAY_MS), async (now, backMs) => {
      const subject = await lockOut(throttle, now);
      assert.ok((await throttle.retryAfterSeconds(subject, now - backMs)) > 0);
      assert.ok((await throttle.record(subject, now - backMs)) > 0);
    }),
    settings,
  );
});

const LIMITERS: readonly [name: string, limiter: RequestLimits][] = [
  ['one process', new RateLimiter()],
  ['several processes', new SharedRateLimiter(store.accounts)],
];

for (const [name, limiter] of LIMITERS) {
  test(`a full rate window of ${name} opens again within its minute, however the clock jumps`, async () => {
    const limit = 3;
    await fc.assert(
      fc.asyncProperty(moment, jumps, async (start, steps) => {
        let now = start;
        const subject = `caller ${++subjects}`;
        for (const step of [(at: Instant) => at, ...steps]) {
          now = step(now);
          for (let i = 0; i <= limit; i++) {
            const { isAllowed, resetSeconds, remaining } = await limiter.take(subject, limit, now);
            assert.ok(resetSeconds > 0 && resetSeconds <= 60, `${resetSeconds} s`);
            assert.ok(remaining >= 0 && remaining < limit);
            if (i === limit) assert.equal(isAllowed, false, 'more than the limit at one moment');
          }
        }
        now += MINUTE_MS + LATE_MS;
        assert.equal((await limiter.take(subject, limit, now)).isAllowed, true);
      }),
      settings,
    );
  });
}

test('a write under an Idempotency-Key is done once while its answer is kept', async () => {
  const world = await OperatorWorld.open({ after });
  await world.define('dehrprice');
  // Any distance backwards, and forwards within the day for which answers are kept.
  const offset = fc.integer({ min: -400 * DAY_MS, max: DAY_MS - 1 });
  await fc.assert(
    fc.asyncProperty(moment, fc.array(offset, { minLength: 1 }), async (start, offsets) => {
      const once = `write ${++subjects}`.replace(' ', '-');
      const sent = { body: { start: '2024-05-17T00:00Z', values: [subjects] }, once };
      const write = () => world.ask('POST', '/series/dehrprice/values', sent);
      world.now = start;
      const { entry } = await write();
      for (const each of offsets) {
        world.now = start + each;
        assert.equal((await write()).entry, entry);
      }
    }),
    settings,
  );
});
