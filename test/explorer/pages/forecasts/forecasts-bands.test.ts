// The bands of a run, and the texts on how it was made.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { underlayOf } from '#explorer/chart/drawing/band-underlay.ts';
import {
  driverTitle,
  historyText,
  membersText,
  memberTitle,
} from '#explorer/pages/forecasts/runs/making-text.ts';
import { readAddress, writeAddress } from '#view/address/address';
import {
  bandOpacity,
  bandsLabel,
  bandsOf,
  FAN_PERCENTS,
  type RunMaking,
} from '#view/runs/run-bands';

const making: RunMaking = {
  area: 'DE',
  seriesName: 'hrprice',
  source: 'gridtide',
  tier: '2 years',
  historyDays: 800,
  members: [],
  drivers: [],
  notes: [],
  bands: [90, 80],
};

const point = (validTime: string, value: number | null, half: number | null) => ({
  area: 'DE',
  seriesName: 'hrprice',
  resolution: 'Hourly',
  unit: 'EUR/MWh',
  updateTime: '2026-11-13T06:00:00Z',
  validTime,
  value,
  bands: [80, 90].map((level, i) => ({
    level,
    lower: value === null || half === null ? null : value - half * (i + 1),
    upper: value === null || half === null ? null : value + half * (i + 1),
  })),
});

const bands = bandsOf({
  analyzedTime: '2026-11-13T06:00:00Z',
  runs: [making],
  data: [
    point('2026-11-14T00:00:00Z', 50, 5),
    point('2026-11-14T01:00:00Z', 52.5, 6),
    point('2026-11-14T02:00:00Z', null, null),
    point('2026-11-14T03:00:00Z', 60, 7),
  ],
})!;
const at = (text: string): number => Date.parse(text) / 1000;

describe('the bands of a run', () => {
  it('the bands are named from the narrowest to the widest', () => {
    assert.equal(bandsLabel(bands), '80 % and 90 % band');
  });

  it('a run with quantiles has a fan, of which 80 and 90 % are told in words', () => {
    const quantiles = FAN_PERCENTS.map((percent) => ({ percent, value: percent - 50 }));
    const fan = bandsOf({
      analyzedTime: '2026-11-13T06:00:00Z',
      runs: [{ ...making, quantiles: [1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99] }],
      data: [{ ...point('2026-11-14T00:00:00Z', 0, 5), quantiles }],
    })!;
    assert.deepEqual(
      fan.bands.map(({ level, lower, upper }) => [level, lower[0], upper[0]]),
      [20, 40, 60, 80, 90].map((level) => [level, -level / 2, level / 2]),
    );
    assert.equal(bandsLabel(fan), '20 % to 90 % bands');
    const text = underlayOf(fan, 1).textAt(at('2026-11-14T00:30:00Z'));
    assert.equal(text, '80 % band −40 to 40, 90 % band −45 to 45');
    assert.ok(bandOpacity(fan) < bandOpacity(bands));
  });

  it('an imported run keeps its own bands beside the quantiles that are asked for', () => {
    const data = [
      { ...point('2026-11-14T00:00:00Z', 50, 5), quantiles: [{ percent: 10, value: 1 }] },
    ];
    const own = bandsOf({ analyzedTime: '2026-11-13T06:00:00Z', runs: [making], data })!;
    assert.equal(bandsLabel(own), '80 % and 90 % band');
  });

  it('an answer without a run has no bands', () => {
    assert.equal(bandsOf({ analyzedTime: '', runs: [], data: [] }), undefined);
  });

  it('the bands end with the interval of their last value', () => {
    assert.equal(bands.endTime, at('2026-11-14T04:00:00Z'));
  });

  it('a missing bound in the answer is no number in the bands', () => {
    const { lower, upper } = bands.bands[0]!;
    assert.deepEqual([...lower], [45, 46.5, Number.NaN, 53]);
    assert.deepEqual([...upper], [55, 58.5, Number.NaN, 67]);
  });

  it('the bands widen the axis only by what is on the screen', () => {
    const { range } = underlayOf(bands, 1);
    const [start, end] = [at('2026-11-14T00:00:00Z'), at('2026-11-14T04:00:00Z')];
    assert.deepEqual(range({ start, end }), { min: 40, max: 74 });
    assert.deepEqual(range({ start, end: start + 3599 }), { min: 40, max: 60 });
    assert.equal(range({ start: end, end: end + 3600 }), undefined);
  });

  it('the bands are read at any time of an hour, and not in a gap or outside', () => {
    const { textAt } = underlayOf(bands, 1);
    const text = '80 % band 46.5 to 58.5, 90 % band 40.5 to 64.5';
    assert.equal(textAt(at('2026-11-14T01:59:59Z')), text);
    assert.equal(textAt(at('2026-11-14T02:30:00Z')), '');
    assert.equal(textAt(at('2026-11-13T23:59:59Z')), '');
    assert.equal(textAt(at('2026-11-14T04:00:00Z')), '');
  });

  it('the bands are drawn unless the address says otherwise', () => {
    const isDrawn = (address: string): boolean => {
      const view = readAddress(address);
      assert.equal(writeAddress(view), address);
      return view.page === 'forecasts' && view.bands;
    };
    assert.equal(isDrawn('/f/DE'), true);
    assert.equal(isDrawn('/f/DE?bands=off'), false);
  });
});

describe('how a run was made', () => {
  it('methods are named in words, and unknown ones as they are', () => {
    assert.equal(memberTitle('lear1092'), 'Lasso, 1,092 days');
    assert.equal(memberTitle('gp364'), 'Gaussian process, 364 days');
    assert.equal(memberTitle('seasonal-naive'), 'Same hour of a similar day');
    assert.equal(memberTitle('learned'), 'learned');
  });

  it('drivers are named by what they forecast', () => {
    assert.equal(driverTitle('dehrwindforecast'), 'day-ahead forecast of wind power');
    assert.equal(driverTitle('dehrwind'), 'wind power');
    assert.equal(
      driverTitle('dehrconsforecast−dehrwindforecast'),
      'the formula of forecasts of its parts',
    );
    assert.equal(driverTitle('other'), 'other');
  });

  it('a history is given in years, and a shorter one in days', () => {
    assert.equal(historyText(making), '2 years of history (800 days)');
    assert.equal(historyText({ ...making, tier: 'naive', historyDays: 12 }), '12 days of history');
    assert.equal(historyText({ ...making, tier: null, historyDays: null }), '');
  });

  it('the number of methods leaves out the dropped ones', () => {
    const member = (isDropped: boolean) => ({ name: 'lear56', weight: 1, isDropped });
    assert.equal(membersText({ ...making, members: [member(false), member(true)] }), 'one method');
    assert.equal(
      membersText({ ...making, members: [member(false), member(false)] }),
      'a blend of 2 methods',
    );
    assert.equal(membersText(making), '');
  });
});
