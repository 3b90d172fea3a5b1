import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRunValues } from '#explorer/pages/operator/series/run-values.ts';

describe('values of a run that are pasted', () => {
  it('values stand between blanks, lines, tabs or semicolons; a dash is a gap', () => {
    assert.deepEqual(readRunValues(' 1 -2.5;3\n\t4,25\r\n- 1e3 '), [1, -2.5, 3, 4.25, null, 1000]);
    assert.deepEqual(readRunValues(' \n'), []);
  });

  it('what is no number is named with its place', () => {
    assert.equal(readRunValues('1 2 dear'), 'Value 3 is not a number: “dear”.');
    assert.equal(readRunValues('1.234,56'), 'Value 1 is not a number: “1.234,56”.');
    assert.equal(readRunValues('Infinity'), 'Value 1 is not a number: “Infinity”.');
  });
});
