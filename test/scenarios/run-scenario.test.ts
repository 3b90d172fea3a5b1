// The runner itself: it notices answers that differ from the scenario, and lines that it cannot read.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Answer } from '../../harness/world/world.ts';
import { checkAnswer } from './check-answer.ts';
import { readScenario } from './read-scenario.ts';
import type { Expectation } from './scenario.ts';

function expectationOf(...lines: string[]): Expectation {
  const text = ['== a case', 'ask price', ...lines.map((line) => `  ${line}`)].join('\n');
  const step = readScenario(text).cases[0]!.steps[0]!;
  assert.ok(step.kind === 'ask');
  return step.expected;
}

const answerOf = (Values: Record<string, number | null>, Meta = {}): Answer => ({
  status: 200,
  headers: {},
  text: '',
  body: { Meta, Values },
});

const fits = (expected: Expectation, answer: Answer): boolean => {
  try {
    checkAnswer(expected, answer);
    return true;
  } catch (error) {
    if (error instanceof assert.AssertionError) return false;
    throw error;
  }
};

suite('a scenario’s answer', () => {
  test('an answer fits only with the same keys and values in the same order', () => {
    const expected = expectationOf('2024-05-15T00:00:00 1', '2024-05-15T01:00:00 null');
    const [first, second] = ['2024-05-15T00:00:00', '2024-05-15T01:00:00'];
    assert.equal(fits(expected, answerOf({ [first]: 1, [second]: null })), true);
    assert.equal(fits(expected, answerOf({ [second]: null, [first]: 1 })), false);
    assert.equal(fits(expected, answerOf({ [first]: 1 })), false);
    assert.equal(fits(expected, answerOf({ [first]: 1, [second]: 0 })), false);
    assert.equal(fits(expected, answerOf({ [first]: 1.0000001, [second]: null })), false);
    assert.equal(fits(expected, answerOf({ [first]: 1, [second]: null, later: 2 })), false);
  });

  test('a scenario may leave out values in the middle, but not at the ends', () => {
    const expected = expectationOf('a 1', '…', 'd 4');
    assert.equal(fits(expected, answerOf({ a: 1, b: 2, c: 3, d: 4 })), true);
    assert.equal(fits(expected, answerOf({ a: 1, d: 4 })), true);
    assert.equal(fits(expected, answerOf({ a: 1, b: 2, c: 3, d: 5 })), false);
    assert.equal(fits(expected, answerOf({ a: 1, b: 2, c: 3 })), false);
    assert.equal(fits(expected, answerOf({ a: 1 })), false);
    assert.equal(fits(expectationOf('…', 'd 4'), answerOf({ a: 1, d: 4 })), true);
    assert.equal(fits(expectationOf('a 1', '…'), answerOf({ b: 1, d: 4 })), false);
  });

  test('a scenario may write a quotient if a decimal has no end', () => {
    assert.equal(fits(expectationOf('a 1/3'), answerOf({ a: 1 / 3 })), true);
    assert.equal(fits(expectationOf('a 1/3'), answerOf({ a: 0.3333 })), false);
    assert.equal(fits(expectationOf('a 1/3'), answerOf({ a: null })), false);
  });

  test('the runner compares count, span and Meta', () => {
    const meta = { from: 'x', to: 'y', hours: '09-20' };
    assert.equal(
      fits(expectationOf('count 1', 'span x y', 'meta hours=09-20'), answerOf({ a: 1 }, meta)),
      true,
    );
    assert.equal(fits(expectationOf('count 2'), answerOf({ a: 1 }, meta)), false);
    assert.equal(fits(expectationOf('span x z'), answerOf({ a: 1 }, meta)), false);
    assert.equal(fits(expectationOf('meta hours=08-20'), answerOf({ a: 1 }, meta)), false);
    assert.equal(fits(expectationOf('nothing'), answerOf({ a: 1 }, meta)), false);
  });

  test('the runner compares status, code, fields and words of a refusal', () => {
    const refusal: Answer = {
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
      text: '',
      body: { code: 'date_unknown', detail: 'did you mean today?', errors: [{ field: 'From' }] },
    };
    assert.equal(fits(expectationOf('refused 400 date_unknown From saying today'), refusal), true);
    assert.equal(fits(expectationOf('refused 404 date_unknown From'), refusal), false);
    assert.equal(fits(expectationOf('refused 400 span_reversed From'), refusal), false);
    assert.equal(fits(expectationOf('refused 400 date_unknown To'), refusal), false);
    assert.equal(fits(expectationOf('refused 400 date_unknown From saying no'), refusal), false);
    assert.equal(fits(expectationOf('nothing'), refusal), false);
  });
});

suite('a scenario’s text', () => {
  test('a scenario writes values one by one, as ramps, repeated, and as gaps', () => {
    const { setUp } = readScenario(
      'series price hour from 2024-05-15T00:00Z: 1 -2.5 3..6 7x2 - -x2',
    );
    const step = setUp[0]!;
    assert.ok(step.kind === 'series');
    assert.deepEqual(step.values, [1, -2.5, 3, 4, 5, 6, 7, 7, null, null, null]);
  });

  test('a table asks once a column, and each answer has the values of its column', () => {
    const table =
      'ask price From=today by Resolution\n     peak night\n  a  1    null\n  b  1/3  2\n  c  .    3';
    const single =
      'ask price From=today Resolution=peak\n  a 1\n  b 1/3\nask price From=today Resolution=night\n  a null\n  b 2\n  c 3';
    const asksOf = (text: string) =>
      readScenario(text).setUp.map((step) => {
        assert.ok(step.kind === 'ask');
        return { ...step, line: 0 };
      });
    assert.deepEqual(asksOf(table), asksOf(single));
  });

  test('a scenario with a line that cannot be checked is refused', () => {
    const refused: [string, RegExp][] = [
      ['== a case\nask price', /line 2: no answer/],
      ['== a case\nask price Resolution\n  nothing', /line 2: not a field/],
      ['== a case\nask price\n  2024-05-15T00:00:00 many', /line 3: not a value/],
      ['  2024-05-15T00:00:00 1', /line 1: nothing is asked/],
      ['wonder price', /line 1: no such step/],
      ['series price hour: 1 2', /line 1: series CODE/],
      ['ask price by Resolution\n  peak', /line 1: a table needs/],
      ['ask price by Resolution\n  peak night\n  a 1', /line 3: a key and a value/],
      ['== a case\nspans price\n  today 2024-05-15 2024-05-16', /line 3: a moment and its days/],
      ['spans price\n  today', /line 2: a moment and its days/],
      ['ask price by Resolution\n  peak night\n  a 1 .', /line 1: no answer/],
    ];
    for (const [text, message] of refused) assert.throws(() => readScenario(text), message);
  });
});
