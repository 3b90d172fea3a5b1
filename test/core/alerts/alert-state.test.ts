// The states of alerts: what is told, and that it is told once.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { type AlertStanding, judgingTime, stepOf } from '#core/alerts/alert-state';
import { DAY_MS, MINUTE_MS } from '#core/time/instant';
import { runs } from '../properties.ts';

const NOW = Date.UTC(2024, 4, 17, 10);

/** One minute: whether the condition is fulfilled, whether a silence lasts, and how far the clock moves. */
interface Minute {
  readonly isTrue: boolean;
  readonly isSilenced: boolean;
  readonly clockMinutes: number;
}

/** Plays minutes, and returns the messages and the standing at the end. */
function play(minutes: readonly Minute[], waitMs: number) {
  const messages: string[] = [];
  let standing: AlertStanding | undefined;
  let now = NOW;
  for (const { isTrue, isSilenced, clockMinutes } of minutes) {
    now += clockMinutes * MINUTE_MS;
    const step = stepOf(standing, isTrue, judgingTime(standing, now), waitMs, isSilenced);
    standing = step?.standing ?? standing;
    if (step?.message) messages.push(step.message);
  }
  return { messages, standing };
}

const minute = (isTrue: boolean, isSilenced = false, clockMinutes = 1): Minute => ({
  ...{ isTrue, isSilenced, clockMinutes },
});
const [T, F] = [minute(true), minute(false)];
const [SILENT_T, SILENT_F] = [minute(true, true), minute(false, true)];

suite('states of alerts', () => {
  const STORIES: readonly (readonly [string, readonly Minute[], number, readonly string[]])[] = [
    ['a fulfilled condition fires at once without a wait', [T], 0, ['firing']],
    ['a condition that stays fulfilled is told once', [T, T, T], 0, ['firing']],
    ['a condition that ends is resolved', [T, F], 0, ['firing', 'resolved']],
    ['a wait keeps an alert pending', [T, T], 3, []],
    ['an alert fires when its wait is over', [T, T, T, T], 3, ['firing']],
    ['a short fulfilment is not told', [T, T, F, T, T], 3, []],
    ['a silence keeps the message back', [SILENT_T, SILENT_T], 0, []],
    ['an alert that still fires after a silence is told then', [SILENT_T, T, T], 0, ['firing']],
    ['what came and went during a silence is not told', [SILENT_T, SILENT_F, F], 0, []],
    ['what ended during a silence is told after it', [T, SILENT_F, F], 0, ['firing', 'resolved']],
    [
      'what ended and came back during a silence is not told again',
      [T, SILENT_F, SILENT_T, T],
      0,
      ['firing'],
    ],
  ];
  for (const [title, minutes, waitMinutes, expected] of STORIES) {
    test(title, () => {
      assert.deepEqual(play(minutes, waitMinutes * MINUTE_MS).messages, expected);
    });
  }

  const minutes = fc.array(
    fc.record({
      isTrue: fc.boolean(),
      isSilenced: fc.boolean(),
      clockMinutes: fc.integer({ min: -30, max: 30 }),
    }),
    { maxLength: 60 },
  );
  const wait = fc.integer({ min: 0, max: 10 }).map((count) => count * MINUTE_MS);

  test('messages say firing and resolved in turns, whatever the clock does', () => {
    fc.assert(
      fc.property(minutes, wait, (story, waitMs) => {
        const { messages } = play(story, waitMs);
        messages.forEach((message, i) => {
          assert.equal(message, i % 2 === 0 ? 'firing' : 'resolved');
        });
      }),
      runs(3_000),
    );
  });

  test('after a minute without a silence the last message says how it stands', () => {
    fc.assert(
      fc.property(minutes, wait, fc.boolean(), (story, waitMs, isTrue) => {
        const { messages, standing } = play([...story, minute(isTrue)], waitMs);
        const last = messages.at(-1) ?? 'resolved';
        assert.equal(last === 'firing', standing?.state === 'firing');
      }),
      runs(3_000),
    );
  });

  test('a clock that was set back is judged at the last change, unless it is a day behind', () => {
    const standing = { state: 'firing', since: NOW, told: 'firing' } as const;
    assert.equal(judgingTime(standing, NOW - 60 * MINUTE_MS), NOW);
    assert.equal(judgingTime(standing, NOW - DAY_MS), NOW);
    assert.equal(judgingTime(standing, NOW - DAY_MS - 1), NOW - DAY_MS - 1);
    assert.equal(judgingTime(standing, NOW + 5), NOW + 5);
    assert.equal(judgingTime(undefined, NOW), NOW);
  });
});
