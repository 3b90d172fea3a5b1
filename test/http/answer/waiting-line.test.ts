// A queue with a clock of our own: one server that takes a given time for each request.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { WaitingLine } from '#http/answer/waiting-line';

const MOST_WAIT_MS = 1_000;

interface Seen {
  /** How long each served request had waited, in the order of arrival. */
  readonly waitsMs: number[];
  /** When each request arrived that was refused, at once or when its turn came too late. */
  readonly refusedMs: number[];
}

/** Serves requests one after the other, each in as many milliseconds as `serviceMs` says. */
function serve(arrivals: readonly number[], serviceMs: (nowMs: number) => number): Seen {
  const line = new WaitingLine<number>();
  const seen: Seen = { waitsMs: [], refusedMs: [] };
  let freeAtMs = 0;
  const serveUntil = (nowMs: number): void => {
    while (line.length > 0 && freeAtMs <= nowMs) {
      const { item, isLate } = line.next(freeAtMs)!;
      (isLate ? seen.refusedMs : seen.waitsMs).push(isLate ? item : freeAtMs - item);
      if (!isLate) freeAtMs += serviceMs(freeAtMs);
    }
  };
  for (const nowMs of arrivals) {
    serveUntil(nowMs);
    if (line.length === 0) freeAtMs = Math.max(freeAtMs, nowMs);
    if (!line.join(nowMs, nowMs)) seen.refusedMs.push(nowMs);
  }
  serveUntil(Number.POSITIVE_INFINITY);
  return seen;
}

const steadily = (everyMs: number, fromMs: number, untilMs: number): number[] =>
  Array.from({ length: Math.floor((untilMs - fromMs) / everyMs) }, (_, i) => fromMs + i * everyMs);

const share = (part: number, whole: number): number => part / whole;

describe('a queue of requests', () => {
  it('a queue refuses no request while waits stay short, whenever they arrive', () => {
    const gaps = fc.array(fc.double({ min: 0, max: 40, noNaN: true }), { maxLength: 400 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 50 }), (gapsMs, serviceMs) => {
        let nowMs = 0;
        const arrivals = gapsMs.map((gapMs) => (nowMs += gapMs));
        const unbounded = waitsWithoutRefusals(arrivals, serviceMs);
        fc.pre(Math.max(0, ...unbounded) <= MOST_WAIT_MS / 2);
        assert.deepEqual(serve(arrivals, () => serviceMs).refusedMs, []);
      }),
    );
  });

  it('a queue takes a burst of two hundred at once, even if that takes ten seconds', () => {
    const { waitsMs, refusedMs } = serve(Array(200).fill(5), () => 50);
    assert.deepEqual(refusedMs, []);
    assert.equal(waitsMs.length, 200);
  });

  it('a queue takes a few requests at any time, however long each takes', () => {
    const { refusedMs } = serve(steadily(2_000, 0, 30_000), () => 20_000);
    assert.deepEqual(refusedMs, []);
  });

  for (const times of [1.5, 2, 4]) {
    it(`a queue at ${times} times the load that can be served serves what can be, each in time`, () => {
      const serviceMs = 4;
      const { waitsMs, refusedMs } = serve(steadily(serviceMs / times, 0, 60_000), () => serviceMs);
      assert.ok(share(waitsMs.length, 60_000 / serviceMs) > 0.99);
      assert.ok(refusedMs.length > 0);
      // The longest waits are of requests that arrived before the load was seen to be more than a burst.
      assert.ok(Math.max(...waitsMs) <= 1.5 * MOST_WAIT_MS + serviceMs);
      assert.ok(Math.max(...waitsMs.slice(waitsMs.length / 2)) <= 1.1 * MOST_WAIT_MS);
    });
  }

  it('a queue that stands still for a while in an overload refuses what has waited too long', () => {
    const { waitsMs } = serve(steadily(2, 0, 20_000), (nowMs) =>
      nowMs >= 10_000 && nowMs < 10_004 ? 3_000 : 4,
    );
    assert.ok(Math.max(...waitsMs) <= 1.5 * MOST_WAIT_MS);
  });

  it('a queue takes every request again as soon as the overload is over', () => {
    const { refusedMs } = serve(
      [...steadily(2, 0, 10_000), ...steadily(8, 10_000, 20_000)],
      () => 4,
    );
    const last = Math.max(...refusedMs);
    assert.ok(last > 9_000 && last <= 10_100);
  });

  it('a queue holds at most ten thousand requests', () => {
    const line = new WaitingLine<number>();
    const joined = Array.from({ length: 10_050 }, (_, i) => line.join(i, 0));
    assert.equal(joined.filter(Boolean).length, 10_000);
    for (let i = 0; i < 10_000; i++) assert.equal(line.next(i)!.item, i);
    assert.equal(line.next(10_000), undefined);
  });
});

/** How long each request would wait if none were refused. */
function waitsWithoutRefusals(arrivals: readonly number[], serviceMs: number): number[] {
  let freeAtMs = 0;
  return arrivals.map((nowMs) => {
    const waitMs = Math.max(0, freeAtMs - nowMs);
    freeAtMs = Math.max(freeAtMs, nowMs) + serviceMs;
    return waitMs;
  });
}
