// Figures of observed values and, beside them, of forecasts; kinds, runs and decimals in files.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { numberText } from '../expected-text.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { figuresOf, saveComparison, saveCsv } from './shown-figures.ts';

describe('observed values and forecasts', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it('figures are of observed values, and forecasts have their own', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const { times, values, lastObserved } = await api.columns('dehrprice', {
      from: 'today-3',
      to: 'today+3',
    });
    const isObserved = (i: number): boolean => times[i]! * 1000 <= Date.parse(lastObserved!);
    const observed = values.filter((_, i) => isObserved(i)) as number[];
    const forecast = values.filter((value, i) => value !== null && !isObserved(i)) as number[];
    assert.ok(observed.length > 0 && forecast.length > 0);
    await visit.open('/s/dehrprice?from=today-3&to=today%2B3');
    const ofObserved = await figuresOf(page, 'Figures in EUR/MWh');
    const ofForecast = await figuresOf(page, 'Forecast figures in EUR/MWh');
    for (const [figures, list] of [
      [ofObserved, observed],
      [ofForecast, forecast],
    ] as const) {
      assert.equal(figures.Min![0], numberText(Math.min(...list), 2));
      assert.equal(figures.Max![0], numberText(Math.max(...list), 2));
      const mean = list.reduce((sum, value) => sum + value, 0) / list.length;
      assert.deepEqual(figures.Mean, [numberText(mean, 2), `of ${list.length} values`]);
    }
    assert.equal(ofForecast['Last forecast']![0], numberText(forecast.at(-1)!, 2));
    await visit.keepPicture('periods-forecast');
  });

  explorer.itLong('the CSV file names kind and run, and rounds means', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const query = { from: 'today-3', to: 'today+3', resolution: 'day' };
    const text = await api.csv('dehrcons', { ...query, kinds: 'true', counts: 'true' });
    const [, ...expected] = text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(','));
    await visit.open('/s/dehrcons?from=today-3&to=today%2B3&resolution=day');
    const [header, ...rows] = await saveCsv(page);
    assert.equal(header!.join(), 'time_utc,time_local,value,kind,run,count,expected');
    assert.deepEqual(
      rows.map(([time, , , kind, run, count, of]) => [time, count, of, kind, run]),
      expected.map(([time, , count, of, kind, run]) => [time, count, of, kind, run]),
    );
    assert.deepEqual(
      new Set(rows.map(([, , , kind]) => kind)).size,
      3,
      'observed, mixed, forecast',
    );
    for (const [i, row] of rows.entries()) {
      assert.match(row[2]!, /^-?\d+(\.\d{1,2})?$/);
      assert.ok(Math.abs(Number(row[2]) - Number(expected[i]![1])) <= 0.005);
    }
  });

  explorer.itLong('an exchange rate keeps its four decimals', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const { values } = await api.columns('fxeurnok', { from: 'today-30', to: 'today' });
    const last = values.findLast((value) => value !== null)!;
    await visit.open('/s/fxeurnok?from=today-30&to=today');
    const [unit] = await page
      .locator('.explore-stats')
      .first()
      .evaluateAll((lists) => lists.map((list) => list.getAttribute('aria-label')!));
    const figures = await figuresOf(page, unit!);
    assert.equal(figures.Last![0], numberText(last, 4));
  });

  explorer.itLong(
    'Compare gives forecasts a row, and their kind a column of the file',
    async (visit) => {
      const { page } = visit;
      const api = await explorer.askAs('demo');
      const query = { from: 'today-3', to: 'today+3', resolution: 'day', kinds: 'true' };
      const [price, load] = await Promise.all(
        ['dehrprice', 'dehrcons'].map((code) => api.columns(code, query)),
      );
      await visit.open('/compare?from=today-3&to=today%2B3&resolution=day&s=dehrprice&s=dehrcons');
      const figures = page.getByRole('region', { name: 'Figures' });
      await figures.getByRole('rowheader', { name: 'dehrprice, forecast' }).waitFor();
      await figures.getByRole('rowheader', { name: 'dehrcons, forecast' }).waitFor();
      const [header, ...rows] = await saveComparison(page);
      assert.equal(
        header!.join(),
        'time_utc,time_local,dehrprice,dehrprice_kind,dehrcons,dehrcons_kind',
      );
      for (const [i, row] of rows.entries()) {
        assert.ok(Math.abs(Number(row[2]) - price!.values[i]!) <= 0.00005);
        assert.match(row[2]!, /^-?\d+(\.\d{1,4})?$/);
        const stretch = load!.origins!.findLast(({ first }) => first <= i)!;
        assert.equal(row[5], load!.values[i] === null ? '' : stretch.kind);
      }
      assert.ok(rows.some((row) => row[5] === 'mixed'));
    },
  );
});
