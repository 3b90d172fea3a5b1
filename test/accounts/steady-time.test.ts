import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SteadyTime } from '#accounts/steady-time';
import { HOUR_MS, MINUTE_MS } from '#core/time/instant';

describe('steady time', () => {
  it('steady time follows a clock that runs forward', () => {
    const time = new SteadyTime();
    assert.deepEqual(
      [1_000, 1_250, 9_000].map((now) => time.at(now)),
      [0, 250, 8_000],
    );
  });

  it('steady time stands still when the clock is set back, and then runs on', () => {
    const time = new SteadyTime();
    time.at(HOUR_MS);
    assert.equal(time.at(HOUR_MS + 5_000), 5_000);
    assert.equal(time.at(5_000), 5_000);
    assert.equal(time.at(8_000), 8_000);
  });

  it('steady time counts no time twice when a slow request comes after a quick one', () => {
    const time = new SteadyTime();
    time.at(0);
    for (let i = 0; i < 100; i++) {
      assert.equal(time.at(30_000), 30_000);
      assert.equal(time.at(2_000), 30_000);
    }
    assert.equal(time.at(30_001), 30_001);
  });

  it('steady time takes a step back of a minute for a slow request, and a longer one for the clock', () => {
    const slow = new SteadyTime();
    slow.at(MINUTE_MS);
    slow.at(0);
    assert.equal(slow.at(MINUTE_MS), 0);
    const clock = new SteadyTime();
    clock.at(MINUTE_MS + 1);
    clock.at(0);
    assert.equal(clock.at(MINUTE_MS), MINUTE_MS);
  });

  it('steady time never runs backwards, whatever the clock does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10 * HOUR_MS })), (instants) => {
        const time = new SteadyTime();
        const steady = instants.map((now) => time.at(now));
        assert.deepEqual(
          steady,
          steady.toSorted((a, b) => a - b),
        );
      }),
    );
  });
});
