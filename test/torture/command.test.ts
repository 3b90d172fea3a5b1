// The frame of the torture rows: going on after a break, the line of the table, and the command itself.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Random } from '../../harness/random.ts';
import { type ReportLine, resultOf, TABLE_HEAD, withLine } from '../../torture/report.ts';
import type { Row } from '../../torture/row.ts';
import { ROW_NAMES } from '../../torture/rows.ts';
import { runRow } from '../../torture/run-row.ts';
import { makeFolder } from './short-run.ts';

const MAIN = fileURLToPath(new URL('../../torture/main.ts', import.meta.url));

interface DiceTally {
  thrown: number[];
  ends: number;
}

/** Throws a die at a time, and breaks off before a given one. */
const dice = (breakAt: number, isFaulty = false): Row<DiceTally> => ({
  name: 'dice',
  summary: '',
  count: 10,
  unit: 'throws',
  mustHold: '',
  newTally: () => ({ thrown: [], ends: 0 }),
  open: async (ground, tally) => {
    ground.after(() => {
      tally.ends++;
    });
    return {
      next: async (done) => {
        if (done === breakAt) throw new Error('broken off');
        tally.thrown.push(ground.random(done).below(6));
        return 1;
      },
    };
  },
  judge: ({ thrown }) => ({
    faults: isFaulty ? ['a six is missing'] : [],
    misses: [],
    figures: `${thrown.length} throws`,
  }),
});

describe('a run that is broken off', () => {
  const asked = { count: 10, seed: 3, commit: 'abc' };

  it('a run that was broken off goes on and ends as if nothing had happened', async (t) => {
    const folder = join(await makeFolder(t), 'dice');
    const whole = await runRow(dice(-1), { folder, ...asked });
    await assert.rejects(runRow(dice(4), { folder, ...asked }), /broken off/);
    const seen: number[] = [];
    const onProgress = (done: number) => seen.push(done);
    const { state } = await runRow(dice(-1), { folder, ...asked, commit: 'later', onProgress });
    assert.deepEqual(seen, [4, 5, 6, 7, 8, 9, 10]);
    const thrown = (tally: object) => (tally as DiceTally).thrown;
    assert.deepEqual(thrown(state.tally), thrown(whole.state.tally));
    assert.equal(state.commit, 'abc', 'the commit it began with');
    assert.ok(!existsSync(folder), 'nothing is left of a run that passed');
  });

  it('a run begins again if another figure or a fresh start is asked for', async (t) => {
    const folder = join(await makeFolder(t), 'dice');
    for (const change of [{ count: 9 }, { seed: 4 }, { isFresh: true }]) {
      await assert.rejects(runRow(dice(4), { folder, ...asked }), /broken off/);
      const seen: number[] = [];
      const onProgress = (done: number) => seen.push(done);
      await runRow(dice(-1), { folder, ...asked, ...change, onProgress });
      assert.equal(seen[0], 0);
    }
  });

  it('a run keeps its folder only if something did not hold', async (t) => {
    const folder = join(await makeFolder(t), 'dice');
    await runRow(dice(-1, true), { folder, ...asked });
    assert.ok(existsSync(folder));
    const { state } = await runRow(dice(-1, true), { folder, ...asked });
    assert.equal((state.tally as DiceTally).thrown.length, 10, 'and begins anew the next time');
  });
});

describe('the table', () => {
  const page = `# Page\n\n${TABLE_HEAD}\n|---|---|---|---|---|---|\n\nAfter it.\n`;
  const line: ReportLine = {
    row: 'kill',
    figure: '1,000 kills',
    result: 'passed. a|b\nc',
    date: '2026-11-15',
    commit: 'abc1234',
    command: 'npm run torture -- kill',
  };

  it('the table has one line for each row and figure: the newest', () => {
    const once = withLine(page, line);
    assert.match(
      once,
      /\n\| `kill` \| 1,000 kills \| passed\.<br>a\\\|b c \| 2026-11-15 \| `abc1234` \|/,
    );
    assert.match(once, /\|\n\nAfter it\.\n$/);
    assert.equal(withLine(once, line), once);
    const other = withLine(once, { ...line, figure: '50 kills' });
    assert.equal(other.split('\n').filter((text) => text.startsWith('| `kill`')).length, 2);
    const newer = withLine(other, { ...line, date: '2026-11-16' });
    assert.ok(!newer.includes('| 1,000 kills | passed.<br>a\\|b c | 2026-11-15'));
  });

  it('docs/evidence/reliability.md has a line for every row', async () => {
    const text = await readFile(
      new URL('../../docs/evidence/reliability.md', import.meta.url),
      'utf8',
    );
    assert.ok(text.includes(`\n${TABLE_HEAD}\n`));
    for (const name of ROW_NAMES) {
      assert.match(text, new RegExp(`^### ${name}$`, 'm'));
      assert.match(text, new RegExp(`^\\| \`${name}\` \\|`, 'm'));
    }
  });

  it('the table tells what passed from what was missed and what did not hold', () => {
    const figures = '5 throws';
    assert.equal(resultOf({ faults: [], misses: [], figures }), 'passed. 5 throws');
    assert.match(resultOf({ faults: [], misses: ['slow'], figures }), /^\*\*missed\*\*: slow\./);
    const faults = ['a', 'b', 'c', 'd', 'e'];
    assert.match(
      resultOf({ faults, misses: ['slow'], figures }),
      /^\*\*does not hold\*\*: a; b; c; 2 more\./,
    );
  });
});

describe('random numbers', () => {
  it('random numbers are the same for the same seed and number, and differ for others', () => {
    const drawn = (seed: number, round: number): string => {
      const random = new Random(seed, round);
      return Array.from({ length: 5 }, () => random.below(1_000)).join();
    };
    assert.equal(drawn(1, 2), drawn(1, 2));
    const all = new Set([drawn(1, 2), drawn(2, 1), drawn(1, 3), drawn(3, 2), drawn(0, 0)]);
    assert.equal(all.size, 5);
  });

  it('random numbers are spread evenly', () => {
    const counts = new Array<number>(10).fill(0);
    for (let round = 0; round < 20_000; round++) counts[new Random(5, round).below(10)]!++;
    for (const count of counts) assert.ok(count > 1_700 && count < 2_300, counts.join());
  });
});

describe('npm run torture', () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['-C', 'source', MAIN, ...args], {
      env: { ...process.env, NODE_NO_WARNINGS: '1', NODE_TEST_CONTEXT: undefined },
    });

  it('the command lists its rows', async () => {
    const { stdout } = await run('--help');
    for (const name of ROW_NAMES)
      assert.match(stdout, new RegExp(`^  ${name} .+\\n +must hold: .`, 'm'));
  });

  it('the command lists its rows if it is asked for an unknown one', async () => {
    await assert.rejects(run('kil'), (error: { code: number; stderr: string }) => {
      assert.equal(error.code, 2);
      assert.match(error.stderr, /"kil" is no row; there are kill, /);
      return true;
    });
    await assert.rejects(run('kill', '--count', 'x'), /--count is a whole number/);
  });
});
