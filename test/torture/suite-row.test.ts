// What a row reads from the tests that it runs.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { makeSuiteRow, readRun } from '../../torture/suite-row.ts';

const HELD = `✔ a token stays ended (12.5ms)
ℹ figure: 60 jumps under tokens
ℹ tests 2
ℹ pass 2
ℹ fail 0
`;

describe('a row of tests', () => {
  it('a row of tests shows the figures that the tests print', () => {
    const run = readRun('a.test.ts', 0, HELD);
    assert.deepEqual(run, { passed: 2, figures: ['60 jumps under tokens'], faults: [] });
  });

  it('a row of tests names each failed test once', () => {
    const text = `${HELD}\n✖ failing tests:\n\n  ✖ a key stays revoked (3.1ms)\n  ✖ a key stays revoked (3.1ms)\n`;
    assert.deepEqual(readRun('a.test.ts', 1, text).faults, ['a.test.ts: a key stays revoked']);
  });

  it('a row of tests does not hold if they ended otherwise, or none ran', () => {
    assert.match(readRun('a.test.ts', 1, 'no such file').faults[0]!, /ended with 1: no such file/);
    assert.deepEqual(readRun('a.test.ts', 0, '').faults, ['a.test.ts had no tests']);
  });

  it('a row that can only run whole is refused in part', async () => {
    const row = makeSuiteRow({
      ...{ name: 'x', summary: '', count: 5, unit: 'things', mustHold: '' },
      files: [],
    });
    const ground = { folder: '', seed: 1, count: 4, random: () => null!, after: () => {} };
    await assert.rejects(row.open(ground, row.newTally()), /x runs whole or not at all/);
  });

  it('the files of every row of tests exist', async () => {
    const rows = [
      (await import('../../torture/rows/clock-jumps.ts')).CLOCK_FILES,
      (await import('../../torture/rows/authorisation.ts')).AUTHORISATION_FILES,
      (await import('../../torture/rows/canaries.ts')).CANARY_FILES,
    ];
    for (const file of rows.flat()) assert.ok(existsSync(file), file);
  });
});
