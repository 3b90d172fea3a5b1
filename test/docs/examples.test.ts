// What counts as the shape that a page shows.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { patternOf, readExamples } from './examples.ts';

describe('examples of a page', () => {
  it('examples are the blocks marked test, with the block after each', () => {
    const page = '```sh\nls\n```\n\n```sh test\ncurl x\n```\n\n```json\n{"a":1}\n```\n';
    assert.deepEqual(readExamples(page), [
      { language: 'sh', mark: 'test', text: 'curl x', shown: '{"a":1}' },
    ]);
  });

  it('an example fits a response with other numbers and times', () => {
    const shown = '{"at":"2024-05-17T10:00:00Z","NO1":-1.5,…,\n"last":2}';
    assert.match('{"at":"2031-01-01T00:00:00Z","NO1":7,"x":[1],"last":0.25}', patternOf(shown));
  });

  it('an example fits a count of any size, but not a list of numbers', () => {
    assert.match('999 points', patternOf('1,056 points'));
    assert.match('12,345,678 points', patternOf('1,056 points'));
    assert.doesNotMatch('[1,200]', patternOf('[1]'));
  });

  it('an example does not fit a response with other words', () => {
    const shown = '{"area":"NO1","value":1}';
    for (const answer of [
      '{"area":"NO2","value":1}',
      '{"area":"NO1","price":1}',
      '{"area":"NO1","value":"1"}',
      '{"area":"NO1","value":1,"more":2}',
      '',
    ]) {
      assert.doesNotMatch(answer, patternOf(shown));
    }
  });
});
