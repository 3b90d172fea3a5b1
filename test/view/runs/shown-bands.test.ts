// The runs behind the forecast part of Explore, and their bands.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findZone } from '#core/time/zone';
import { readAddress, writeAddress } from '#view/address/address';
import type { RunBands } from '#view/runs/run-bands';
import { runText } from '#view/runs/run-text';
import { bandsOver, reachesZero, runStretches } from '#view/runs/shown-bands';
import { columnsOf } from '../../pictures/series-fixture.ts';

const [NEWER, OLDER] = ['2026-11-13T06:00:00Z', '2026-11-12T12:00:00Z'];
const MARKET = findZone('Europe/Berlin')!;

const ANSWER = columnsOf('2026-11-13T00:00:00Z', [10, 20, 30, 40, 50, 60], {
  origins: [
    { first: 0, kind: 'observed', run: null },
    { first: 2, kind: 'forecast', run: NEWER },
    { first: 4, kind: 'forecast', run: OLDER },
  ],
});

const bandsOfRun = (source: string, times: number[], level: number, lower: number[]): RunBands => ({
  making: {
    ...{ area: 'DE', seriesName: 'hrprice', source, tier: null, historyDays: null },
    ...{ members: [], drivers: [], notes: [], bands: [level] },
  },
  times: Float64Array.from(times),
  endTime: times.at(-1)! + 3600,
  bands: [
    {
      level,
      lower: Float64Array.from(lower),
      upper: Float64Array.from(lower, (one) => one + 10),
    },
  ],
});

suite('the bands of the forecast part', () => {
  const stretches = runStretches(ANSWER);
  const { times } = ANSWER;
  const end = times.at(-1)! + 3600;

  test('the forecast part is split by run, and what is observed or of several runs is none of it', () => {
    assert.deepEqual(stretches, [
      { run: NEWER, first: 2, end: 4 },
      { run: OLDER, first: 4, end: 6 },
    ]);
    const mixed = [{ first: 0, kind: 'forecast' as const, run: null }];
    assert.deepEqual(runStretches({ ...ANSWER, origins: mixed }), []);
    const { origins: _, ...without } = ANSWER;
    assert.deepEqual(runStretches(without), []);
  });

  test('each time has the bands of its own run', () => {
    const found = new Map([
      [NEWER, bandsOfRun('gridtide', times.slice(2), 80, [25, 35, 45, 55])],
      [OLDER, bandsOfRun('gridtide', times.slice(2), 80, [1, 2, 3, 4])],
    ]);
    const over = bandsOver(ANSWER, stretches, found, end);
    assert.deepEqual([...over.times], times.slice(2));
    assert.equal(over.endTime, end);
    assert.deepEqual(
      over.bands.map(({ level, lower, upper }) => [level, [...lower], [...upper]]),
      [[80, [25, 35, 3, 4], [35, 45, 13, 14]]],
    );
  });

  test('a run without bands leaves a gap, and levels of several runs are sorted', () => {
    const found = new Map([[OLDER, bandsOfRun('gridtide', times.slice(4), 90, [3, 4])]]);
    const [band] = bandsOver(ANSWER, stretches, found, end).bands;
    assert.deepEqual([...band!.lower], [Number.NaN, Number.NaN, 3, 4]);
    const both = new Map([...found, [NEWER, bandsOfRun('gridtide', times, 50, [1])] as const]);
    const levels = bandsOver(ANSWER, stretches, both, end).bands.map(({ level }) => level);
    assert.deepEqual(levels, [50, 90]);
    assert.deepEqual(bandsOver(ANSWER, stretches, new Map(), end).bands, []);
  });

  test('a bound at zero cannot be on a logarithmic axis', () => {
    const of = (lower: number) => reachesZero(bandsOfRun('gridtide', [times[2]!], 80, [lower]));
    assert.deepEqual([of(0), of(-1), of(0.1), of(Number.NaN)], [true, true, false, false]);
  });

  test('the sentence names source and run, and from when an older one goes on', () => {
    const found = new Map([
      [NEWER, bandsOfRun('gridtide', times, 80, [])],
      [OLDER, bandsOfRun('gridtide', times, 80, [])],
    ]);
    assert.equal(
      runText(ANSWER, stretches, found, MARKET),
      'gridtide, run of Fri 13 Nov 07:00; from Fri 13 Nov 2026, 05:00: run of Thu 12 Nov 13:00',
    );
    found.set(OLDER, bandsOfRun('import', times, 80, []));
    assert.match(runText(ANSWER, stretches, found, MARKET), /: import, run of Thu 12 Nov 13:00$/);
    assert.match(runText(ANSWER, stretches, undefined, MARKET), /^run of Fri 13 Nov 07:00; /);
  });

  test('the address keeps straight lines and bands that are switched off, and nothing else of them', () => {
    for (const address of [
      '/s/dehrprice?line=straight&bands=off',
      '/compare?line=straight&s=dehrprice&s=frhrprice',
    ])
      assert.equal(writeAddress(readAddress(address)), address);
    assert.equal(writeAddress(readAddress('/s/dehrprice?line=round&bands=on')), '/s/dehrprice');
  });
});
