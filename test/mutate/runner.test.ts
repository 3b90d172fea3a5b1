// What stands in for Node's test runner while mutants are tried, and what is not mutated.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strykerPlugins } from '../../scripts/mutate/ignore-messages.ts';
import * as quick from '../../scripts/mutate/quick-test.ts';

const never = (): Promise<void> => new Promise(() => {});

describe('tests in one process', () => {
  it('quick tests run one after the other until one fails, and their clean-up is done', async () => {
    const seen: string[] = [];
    quick.describe('a suite', () => {
      quick.it('first', async (t) => {
        t.after(() => seen.push('after first'));
        seen.push('first');
      });
      quick.test('second', (t) => {
        t.after(() => seen.push('after second'));
        throw new Error('no');
      });
      quick.it('third', () => seen.push('third'));
    });
    const outcome = await quick.runTests(quick.takeCollected(), () => 1_000);
    assert.deepEqual(seen, ['first', 'after first', 'after second']);
    assert.equal(outcome.failure, 'second: Error: no');
    assert.equal(outcome.isEndless, false);
    assert.equal(outcome.timesMs.length, 2);
    assert.deepEqual(quick.takeCollected(), [], 'none is run twice');
  });

  it('a quick test fails if its clean-up fails', async () => {
    quick.test('one', (t) => t.after(() => Promise.reject(new Error('not closed'))));
    const { failure } = await quick.runTests(quick.takeCollected(), () => 1_000);
    assert.equal(failure, 'one: Error: not closed');
  });

  it('a quick test that waits for ever is ended and told from one that fails', async () => {
    quick.test('one', never);
    const outcome = await quick.runTests(quick.takeCollected(), () => 5);
    assert.equal(outcome.isEndless, true);
    assert.equal(outcome.failure, 'one: does not end');
  });
});

describe('what is not mutated', () => {
  const plugin = strykerPlugins[0] as { value: { shouldIgnore(path: object): string | undefined } };
  const call = (name: string, key: number, type = 'StringLiteral') =>
    plugin.value.shouldIgnore({
      node: { type },
      parent: { type: 'CallExpression', callee: { type: 'Identifier', name } },
      listKey: 'arguments',
      key,
    });
  it('a message is the sentence of a refusal or an error, and not its code or its field', () => {
    assert.ok(call('Error', 0));
    assert.ok(call('refuseField', 2, 'TemplateLiteral'));
    assert.ok(call('Refusal', 1));
    assert.equal(call('Refusal', 0), undefined);
    assert.equal(call('refuseField', 0), undefined);
    assert.equal(call('refuseField', 1), undefined);
    assert.equal(call('refuseField', 2, 'ConditionalExpression'), undefined);
    assert.equal(call('split', 0), undefined);
  });
});
