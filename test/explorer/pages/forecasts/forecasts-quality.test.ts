// The bands of a run, and the texts on its making, its accuracy and its schedule.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AccuracyAnswer, AccuracyFigures, SourceAccuracy } from '#contract/accuracy';
import type { ForecastStatusAnswer } from '#contract/forecast-status';
import { findZone, UTC } from '#core/time/zone';
import {
  dayTypeText,
  figuresOf,
  monthText,
  shownSource,
} from '#explorer/pages/forecasts/accuracy/accuracy-text.ts';
import { stretches, underlayOf } from '#explorer/pages/forecasts/runs/band-underlay.ts';
import {
  driverTitle,
  historyText,
  membersText,
  memberTitle,
} from '#explorer/pages/forecasts/runs/making-text.ts';
import { bandsLabel, bandsOf, type RunMaking } from '#explorer/pages/forecasts/runs/run-bands.ts';
import { statusLine, statusWarning } from '#explorer/pages/forecasts/runs/status-text.ts';
import { signedText } from '#explorer/series/signed-text.ts';
import { readAddress, writeAddress } from '#explorer/state/address.ts';

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

  it('an answer without a run has no bands', () => {
    assert.equal(bandsOf({ analyzedTime: '', runs: [], data: [] }), undefined);
  });

  it('the bands end with the interval of their last value', () => {
    assert.equal(bands.endTime, at('2026-11-14T04:00:00Z'));
  });

  it('the bands break at a missing bound', () => {
    const { lower, upper } = bands.bands[0]!;
    assert.deepEqual(
      [...stretches(lower, upper, 0, 4)],
      [
        [0, 2],
        [3, 4],
      ],
    );
    assert.deepEqual([...stretches(lower, upper, 2, 3)], []);
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

const figures: AccuracyFigures = {
  scored: 100,
  missing: 0,
  mae: 6.2,
  rmse: 9,
  bias: -0.4,
  smape: 9,
  rmaeWeekly: 0.51,
  rmaeStandard: 0.6,
  bands: [{ level: 80, scored: 100, coverage: 0.801, width: 21.4 }],
};

describe('the figures of a scorecard', () => {
  const meaningOf = (title: string, change: Partial<AccuracyFigures>) =>
    figuresOf({ ...figures, ...change }, 'EUR/MWh').find((one) => one.title === title)?.meaning;

  it('the figures of a scorecard have their meaning', () => {
    assert.deepEqual(
      figuresOf(figures, 'EUR/MWh').map(({ title, value, unit }) => [title, value, unit]),
      [
        ['MAE', '6.20', 'EUR/MWh'],
        ['rMAE', '0.51', ''],
        ['Bias', '−0.40', 'EUR/MWh'],
        ['In the 80 % band', '80.1 %', ''],
      ],
    );
    assert.equal(meaningOf('rMAE', {}), '49 % better than repeating last week');
    assert.equal(meaningOf('rMAE', { rmaeWeekly: 1.2 }), '20 % worse than repeating last week');
    assert.equal(meaningOf('rMAE', { rmaeWeekly: 1.004 }), 'as good as repeating last week');
    assert.equal(meaningOf('Bias', {}), 'too low on average');
    assert.equal(meaningOf('Bias', { bias: 2 }), 'too high on average');
    assert.equal(meaningOf('Bias', { bias: 0.3 }), 'neither too high nor too low');
  });

  it('figures that are not known are left out', () => {
    const unknown = { mae: null, rmaeWeekly: null, bias: null, bands: [] };
    assert.deepEqual(figuresOf({ ...figures, ...unknown }, 'MWh'), []);
  });

  it('the scorecard shows the chosen run’s source, else the server’s own, else any that is scored', () => {
    const source = (name: string, scored: number) =>
      ({ source: name, dayAhead: { ...figures, scored } }) as SourceAccuracy;
    const shown = (names: readonly SourceAccuracy[], wanted?: string) =>
      shownSource({ sources: names } as unknown as AccuracyAnswer, wanted)?.source;
    const all = [source('a', 5), source('gridtide', 5), source('b', 5)];
    assert.equal(shown(all, 'b'), 'b');
    assert.equal(shown(all, 'c'), 'gridtide');
    assert.equal(shown([source('a', 5), source('gridtide', 0)], 'gridtide'), 'a');
    assert.equal(shown([source('a', 0)]), undefined);
  });

  it('biases, months and kinds of day are written in words that people know', () => {
    assert.equal(signedText(0.4, 2), '+0.40');
    assert.equal(signedText(0.001, 2), '0.00');
    assert.equal(signedText(null, 2), '–');
    assert.equal(monthText('2026-11'), 'Nov 2026');
    assert.equal(dayTypeText('sunday-or-holiday'), 'Sundays, holidays');
  });
});

describe('the state of the server’s own runs', () => {
  const berlin = findZone('Europe/Berlin')!;
  const status: ForecastStatusAnswer = {
    scheduled: true,
    hours: [6, 12],
    dueTime: '2026-11-13T12:00:00Z',
    state: 'done',
    late: false,
    note: '105 made',
    lastDueTime: '2026-11-13T12:00:00Z',
    lastDoneTime: '2026-11-13T12:03:00Z',
    nextDueTime: '2026-11-14T06:00:00Z',
  };

  it('the status of punctual runs is a line without a warning', () => {
    assert.equal(statusWarning(status, berlin), undefined);
    assert.equal(
      statusLine(status, berlin),
      'The last scheduled model run was that of Fri 13 Nov 13:00 CET. The next is due at Sat 14 Nov 07:00 CET.',
    );
  });

  it('a server that makes no runs has no status', () => {
    const none = { ...status, scheduled: false, dueTime: null, state: 'waiting' };
    assert.equal(statusLine(none, UTC), '');
    assert.equal(statusWarning(none, UTC), undefined);
  });

  it('late runs raise a warning, whether begun or not', () => {
    const late = { ...status, late: true, lastDueTime: '2026-11-13T06:00:00Z' };
    const waiting = statusWarning({ ...late, state: 'waiting' }, UTC)!;
    assert.equal(waiting.title, 'Late.');
    assert.match(waiting.text, /^The model runs of Fri 13 Nov 12:00 UTC have not been made\./);
    assert.match(waiting.text, /the last runs were those of Fri 13 Nov 06:00 UTC\.$/);
    assert.match(statusWarning({ ...late, state: 'running' }, UTC)!.text, /are still being made/);
  });

  it('the runs of a first start are not late while they are made', () => {
    const first = { ...status, state: 'running', late: true, lastDueTime: null };
    assert.equal(statusWarning(first, UTC), undefined);
    assert.match(statusLine(first, UTC), /are being made\.$/);
  });

  it('failed runs raise a warning at once, with the server’s note', () => {
    const failed = { ...status, state: 'failed', note: 'out of memory' };
    assert.deepEqual(
      [statusWarning(failed, UTC)!.title, statusWarning(failed, UTC)!.why],
      ['Failed.', 'out of memory'],
    );
  });
});
