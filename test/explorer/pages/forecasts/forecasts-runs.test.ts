// Model runs: reading, comparing and choosing them, and one hour across all of them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evolutionOf, spreadOf } from '#explorer/pages/forecasts/hours/evolution.ts';
import { changeText } from '#explorer/pages/forecasts/runs/change-text.ts';
import { newestRunAge } from '#explorer/pages/forecasts/runs/newest-run-age.ts';
import { normalRun, offerRuns } from '#view/runs/offered-runs';
import { differenceOf, type Run, runOf } from '#view/runs/run-difference';

const run = (issueTime: string, first: number, values: readonly (number | null)[]): Run => ({
  issueTime,
  unit: 'EUR/MWh',
  times: values.map((_, i) => first + i * 3600),
  values,
});

describe('a run of the forecast interface', () => {
  const value = (validTime: string, amount: number | null) => ({
    area: 'DE',
    seriesName: 'hrprice',
    resolution: 'Hourly',
    unit: 'EUR/MWh',
    updateTime: '2026-11-15T06:10:00Z',
    validTime,
    value: amount,
  });

  it('a run becomes columns of seconds and values', () => {
    const data = [value('2026-11-16T00:00:00Z', 61.5), value('2026-11-16T01:00:00Z', null)];
    assert.deepEqual(runOf({ analyzedTime: '2026-11-15T06:00:00Z', data }), {
      issueTime: '2026-11-15T06:00:00Z',
      unit: 'EUR/MWh',
      times: [Date.parse('2026-11-16T00:00:00Z') / 1000, Date.parse('2026-11-16T01:00:00Z') / 1000],
      values: [61.5, null],
    });
  });

  it('an answer without values is no run', () => {
    assert.equal(runOf({ analyzedTime: '2026-11-15T06:00:00Z', data: [] }), undefined);
  });
});

describe('the difference of two runs', () => {
  it('the difference of two runs is taken hour by hour over the hours that both have', () => {
    const older = run('2026-11-14T06:00:00Z', 0, [10, 20, 30, 40]);
    const newest = run('2026-11-15T06:00:00Z', 2 * 3600, [25, 44, 50]);
    const difference = differenceOf(newest, older);
    assert.deepEqual(difference.times, [7200, 10800]);
    assert.deepEqual(difference.values, [-5, 4]);
    assert.equal(difference.mean, -0.5);
    assert.equal(difference.meanAbsolute, 4.5);
    assert.equal(difference.count, 2);
  });

  it('the difference of two runs keeps a gap of either as a gap, outside the mean', () => {
    const difference = differenceOf(run('a', 0, [10, null, 30]), run('b', 0, [8, 1, null]));
    assert.deepEqual(difference.values, [2, null, null]);
    assert.equal(difference.mean, 2);
    assert.equal(difference.count, 1);
  });

  it('the difference of runs that share no hour has no mean', () => {
    const difference = differenceOf(run('a', 0, [10]), run('b', 3600, [8]));
    assert.deepEqual(difference.times, []);
    assert.equal(difference.mean, undefined);
    assert.equal(difference.meanAbsolute, undefined);
  });
});

describe('the change to the newest run in words', () => {
  const setting = { decimals: 2, unit: 'EUR/MWh', older: 'the one before' };

  it('the words agree with the sign of newer less older', () => {
    assert.equal(
      changeText(11.14, setting),
      'The newest is 11.14 EUR/MWh higher on average than the one before.',
    );
    assert.equal(
      changeText(-0.5, { ...setting, older: 'the chosen one' }),
      'The newest is 0.50 EUR/MWh lower on average than the chosen one.',
    );
  });

  it('a change that rounds to zero is neither higher nor lower', () => {
    assert.equal(
      changeText(-0.004, setting),
      'The newest is on average the same as the one before.',
    );
  });
});

describe('one delivery hour across all runs', () => {
  const hour = Date.parse('2026-11-17T18:00:00Z') / 1000;
  const runs = [
    run('2026-11-16T06:00:00Z', hour - 3600, [1, 90]),
    run('2026-11-15T06:00:00Z', hour, [80]),
    run('2026-11-14T06:00:00Z', hour + 3600, [70]),
    run('2026-11-15T12:00:00Z', hour, [null]),
  ];

  it('an hour across runs follows the issue times, whatever the order of the runs', () => {
    const evolution = evolutionOf(runs, hour, Date.parse('2026-11-16T09:00:00Z') / 1000)!;
    assert.deepEqual(
      evolution.times,
      ['2026-11-15T06:00:00Z', '2026-11-15T12:00:00Z', '2026-11-16T06:00:00Z'].map(
        (text) => Date.parse(text) / 1000,
      ),
    );
    assert.deepEqual(evolution.values, [80, null, 90]);
    assert.equal(evolution.endTime, Date.parse('2026-11-16T09:00:00Z') / 1000);
    assert.deepEqual(spreadOf(evolution), { first: 80, newest: 90, low: 80, high: 90 });
  });

  it('an hour across runs ends with the delivery hour when that is past', () => {
    const late = Date.parse('2026-12-01T00:00:00Z') / 1000;
    assert.equal(evolutionOf(runs, hour, late)!.endTime, hour);
  });

  it('an hour that no run covers has no evolution', () => {
    assert.equal(evolutionOf(runs, hour + 86400, hour), undefined);
    assert.equal(spreadOf({ times: [1], values: [null], endTime: 2 }), undefined);
  });
});

describe('the runs offered', () => {
  const times = ['2026-11-15T12:00:00Z', '2026-11-15T06:00:00Z', '2026-11-14T12:00:00Z'];

  it('the newest run is chosen if the address names none, and compared with the one before', () => {
    const offered = offerRuns(times, '')!;
    assert.equal(offered.chosen, times[0]);
    assert.equal(offered.base, times[1]);
    assert.deepEqual(offered.older, times.slice(1));
    assert.equal(offered.newer, 0);
    assert.equal(offered.isNear, false);
  });

  it('an older run is compared with the newest', () => {
    const offered = offerRuns(times, times[1]!)!;
    assert.equal(offered.chosen, times[1]);
    assert.equal(offered.base, times[0]);
    assert.deepEqual(offered.older, [times[2]]);
    assert.equal(offered.newer, 1);
    assert.equal(offered.isNear, false);
  });

  it('an issue time between two runs chooses the newest one before it, and says so', () => {
    const offered = offerRuns(times, '2026-11-15T08:00:00Z')!;
    assert.equal(offered.chosen, times[1]);
    assert.equal(offered.isNear, true);
  });

  it('a run of the address is read in any form of an instant, and nonsense finds no run', () => {
    assert.equal(normalRun(''), '');
    assert.equal(normalRun('2026-11-15T06:00Z'), times[1]);
    assert.equal(normalRun('2026-11-15T07:00:00+01:00'), times[1]);
    assert.equal(offerRuns(times, normalRun('yesterday')), undefined);
  });

  it('no run is offered without runs, or before the first', () => {
    assert.equal(offerRuns([], ''), undefined);
    assert.equal(offerRuns(times, '2026-01-01T00:00:00Z'), undefined);
  });

  it('a chosen run from long ago is offered after the newest ones', () => {
    const many = Array.from({ length: 200 }, (_, i) =>
      new Date(Date.parse('2026-11-15T00:00:00Z') - i * 43_200_000)
        .toISOString()
        .replace('.000', ''),
    );
    const offered = offerRuns(many, many[150]!)!;
    assert.equal(offered.offered.length, 57);
    assert.equal(offered.offered[56], many[150]);
    assert.deepEqual(offered.older, many.slice(151, 156));
  });
});

describe('the age of the newest run', () => {
  const issued = Date.parse('2026-11-15T06:00:00Z');
  const after = (hours: number) => newestRunAge(issued, issued + hours * 3_600_000);

  it('the age of the newest run is given in minutes, hours, then days', () => {
    assert.equal(after(0.2).text, '12 min');
    assert.equal(after(3.9).text, '3 h');
    assert.equal(after(47).text, '47 h');
    assert.equal(after(52).text, '2 d 4 h');
    assert.equal(after(72).text, '3 d');
  });

  it('the newest run is old after thirty hours, not before', () => {
    assert.equal(after(30).isOld, false);
    assert.equal(after(30.01).isOld, true);
  });

  it('a run that seems to lie ahead, as clocks differ, is 0 min old', () => {
    assert.deepEqual(after(-1), { text: '0 min', isOld: false });
  });
});
