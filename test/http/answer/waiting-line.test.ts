// A line with a clock of our own: one server that takes so long for each, and people who come.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { WaitingLine } from '#http/answer/waiting-line';

const MOST_WAIT_MS = 1_000;

interface Seen {
  /** How long each who was served had waited, in the order they came. */
  readonly waitsMs: number[];
  /** When each who was not let in, or too late when the turn came, had come. */
  readonly refusedMs: number[];
}

/** Serves all who come, one after the other, each in as many milliseconds as `serviceMs` says. */
function serve(comings: readonly number[], serviceMs: (nowMs: number) => number): Seen {
  const line = new WaitingLine<number>();
  const seen: Seen = { waitsMs: [], refusedMs: [] };
  let freeAtMs = 0;
  const serveUntil = (nowMs: number): void => {
    while (line.length > 0 && freeAtMs <= nowMs) {
      const { who, isLate } = line.next(freeAtMs)!;
      (isLate ? seen.refusedMs : seen.waitsMs).push(isLate ? who : freeAtMs - who);
      if (!isLate) freeAtMs += serviceMs(freeAtMs);
    }
  };
  for (const nowMs of comings) {
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

describe('a line of requests', () => {
  it('refuses nobody while waits stay short, whoever comes when', () => {
    const gaps = fc.array(fc.double({ min: 0, max: 40, noNaN: true }), { maxLength: 400 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 50 }), (gapsMs, serviceMs) => {
        let nowMs = 0;
        const comings = gapsMs.map((gapMs) => (nowMs += gapMs));
        const unbounded = waitsWithoutRefusals(comings, serviceMs);
        fc.pre(Math.max(0, ...unbounded) <= MOST_WAIT_MS / 2);
        assert.deepEqual(serve(comings, () => serviceMs).refusedMs, []);
      }),
    );
  });

  it('takes a burst of two hundred at once, even where that takes ten seconds', () => {
    const { waitsMs, refusedMs } = serve(Array(200).fill(5), () => 50);
    assert.deepEqual(refusedMs, []);
    assert.equal(waitsMs.length, 200);
  });

  it('takes a few at any time, however long each takes', () => {
    const { refusedMs } = serve(steadily(2_000, 0, 30_000), () => 20_000);
    assert.deepEqual(refusedMs, []);
  });

  for (const times of [1.5, 2, 4]) {
    it(`asked for ${times} times what it can do serves what it can, each in time`, () => {
      const serviceMs = 4;
      const { waitsMs, refusedMs } = serve(steadily(serviceMs / times, 0, 60_000), () => serviceMs);
      assert.ok(share(waitsMs.length, 60_000 / serviceMs) > 0.99);
      assert.ok(refusedMs.length > 0);
      // At most what those were late by who came before it was seen to be more than a burst.
      assert.ok(Math.max(...waitsMs) <= 1.5 * MOST_WAIT_MS + serviceMs);
      assert.ok(Math.max(...waitsMs.slice(waitsMs.length / 2)) <= 1.1 * MOST_WAIT_MS);
    });
  }

  it('that stands still for a while in an overload keeps nobody waiting for what is no use', () => {
    const { waitsMs } = serve(steadily(2, 0, 20_000), (nowMs) =>
      nowMs >= 10_000 && nowMs < 10_004 ? 3_000 : 4,
    );
    assert.ok(Math.max(...waitsMs) <= 1.5 * MOST_WAIT_MS);
  });

  it('takes everybody again as soon as the overload is over', () => {
    const { refusedMs } = serve(
      [...steadily(2, 0, 10_000), ...steadily(8, 10_000, 20_000)],
      () => 4,
    );
    const last = Math.max(...refusedMs);
    assert.ok(last > 9_000 && last <= 10_100);
  });

  it('holds no more than ten thousand', () => {
    const line = new WaitingLine<number>();
    const letIn = Array.from({ length: 10_050 }, (_, i) => line.join(i, 0));
    assert.equal(letIn.filter(Boolean).length, 10_000);
    for (let i = 0; i < 10_000; i++) assert.equal(line.next(i)!.who, i);
    assert.equal(line.next(10_000), undefined);
  });
});

/** What each would wait where nobody is refused. */
function waitsWithoutRefusals(comings: readonly number[], serviceMs: number): number[] {
  let freeAtMs = 0;
  return comings.map((nowMs) => {
    const waitMs = Math.max(0, freeAtMs - nowMs);
    freeAtMs = Math.max(freeAtMs, nowMs) + serviceMs;
    return waitMs;
  });
}
