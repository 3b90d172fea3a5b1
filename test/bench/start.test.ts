// The benchmark of starts: its bars. Its run is a matter of minutes and of a quiet machine.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overBare, type StartMeasured, type StartName } from '../../bench/start/start-measure.ts';
import { judgeStarts, startTables } from '../../bench/start/start-report.ts';

/** Rounds with these milliseconds of CPU. */
function measuredOf(cpu: Readonly<Record<StartName, readonly number[]>>): StartMeasured {
  const starts = Object.entries(cpu).map(
    ([name, times]) =>
      [name as StartName, times.map((cpuMs) => ({ cpuMs, readyMs: cpuMs }))] as const,
  );
  return { series: 100_000, rounds: new Map(starts) };
}

test('a start reaches its bars by CPU alone, and by the ratios within each round', () => {
  const measured = measuredOf({
    built: [300, 900, 290],
    source: [600, 1_500, 580],
    bare: [200, 600, 200],
  });
  assert.equal(overBare(measured, 'built'), 1.5);
  assert.deepEqual(
    judgeStarts(measured).map(({ measured: figure, isReached }) => [figure, isReached]),
    [
      ['0.30 s', true],
      ['1.50 ×', true],
    ],
  );
});

test('a start that takes more CPU than a second, or than a half more than a bare server, misses its bars', () => {
  const measured = measuredOf({ built: [1_100], source: [1_200], bare: [200] });
  const verdicts = judgeStarts(measured);
  assert.deepEqual(
    verdicts.map(({ isReached }) => isReached),
    [false, false],
  );
  const [bars, starts] = startTables(measured, verdicts);
  assert.deepEqual(
    bars!.rows.map((row) => row.at(-1)),
    ['MISSED', 'MISSED'],
  );
  assert.deepEqual(
    starts!.rows.map(([name]) => name),
    ['Gridtide, built', 'Gridtide, from the checkout', 'bare Fastify server'],
  );
});
