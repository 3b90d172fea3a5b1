// The texts of the scorecard.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AccuracyAnswer, AccuracyFigures, SourceAccuracy } from '#contract/accuracy';
import {
  countText,
  dayTypeText,
  figuresOf,
  monthText,
  shownSource,
} from '#explorer/pages/forecasts/accuracy/accuracy-text.ts';
import { signedText } from '#view/values/signed-text';

const figures: AccuracyFigures = {
  scored: 500,
  missing: 0,
  fewValues: [],
  slice: '/api/v1/forecasts/dehrprice/sliced?daysAhead=1',
  mae: 6.2,
  rmse: 9,
  bias: -0.4,
  smape: 9,
  rmaeWeekly: 0.51,
  rmaeWeeklyScored: 499,
  rmaeStandard: 0.6,
  rmaeStandardScored: 500,
  crps: 4.4,
  crpsScored: 90,
  bands: [{ level: 80, scored: 500, coverage: 0.801, width: 21.4 }],
};

describe('the figures of a scorecard', () => {
  const meaningOf = (title: string, change: Partial<AccuracyFigures>) =>
    figuresOf({ ...figures, ...change }, 'EUR/MWh').find((one) => one.title === title)?.meaning;

  it('the figures of a scorecard have their meaning', () => {
    assert.deepEqual(
      figuresOf(figures, 'EUR/MWh').map(({ title, value, unit, count }) => [
        title,
        value,
        unit,
        countText(count),
      ]),
      [
        ['MAE', '6.20', 'EUR/MWh', '500 values'],
        ['rMAE', '0.51', '', '499 values, fewer than 500'],
        ['Bias', '−0.40', 'EUR/MWh', '500 values'],
        ['CRPS', '4.40', 'EUR/MWh', '90 values, fewer than 500'],
        ['Hit rate of the 80 % band', '80.1 %', '', '500 values'],
      ],
    );
    assert.equal(
      meaningOf('Hit rate of the 80 % band', {}),
      'nominal 80 %, mean width 21.40 EUR/MWh',
    );
    assert.equal(meaningOf('rMAE', {}), '49 % better than repeating last week');
    assert.equal(meaningOf('rMAE', { rmaeWeekly: 1.2 }), '20 % worse than repeating last week');
    assert.equal(meaningOf('rMAE', { rmaeWeekly: 1.004 }), 'as good as repeating last week');
    assert.equal(meaningOf('Bias', {}), 'too low on average');
    assert.equal(meaningOf('Bias', { bias: 2 }), 'too high on average');
    assert.equal(meaningOf('Bias', { bias: 0.3 }), 'neither too high nor too low');
  });

  it('figures that are not known are left out', () => {
    const unknown = { mae: null, rmaeWeekly: null, bias: null, crps: null, bands: [] };
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
