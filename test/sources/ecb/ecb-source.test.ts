import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { easterOf } from '#core/time/easter';
import { END_INSTANT, FIRST_INSTANT } from '#core/time/instant';
import { findZone } from '#core/time/zone';
import { firstUnsetDay, isRateDay } from '#sources/ecb/ecb-calendar';
import { readRates } from '#sources/ecb/ecb-files';
import { ecbSource, fileReaching } from '#sources/ecb/ecb-source';
import { SourceFault, type SourceRequest } from '#sources/source';

const berlin = findZone('Europe/Berlin')!;
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
const at = (text: string): number => Date.parse(text);
const ALWAYS = { start: FIRST_INSTANT, end: END_INSTANT };

const HISTORY = new TextEncoder().encode(`Date,USD,NOK,JPY,ROL,
2024-05-17,1.0844,11.5995,168.9,N/A,
2024-05-16,1.0866,N/A,168.1,N/A,
2024-05-15,1.0832,11.6480,168.4,N/A,
`);

const ask = (dataset: string, start: string, end: string): SourceRequest =>
  ecbSource.requestsFor(
    {
      datasets: [dataset],
      areas: [],
      span: { start: berlin.startOfDay(dayOf(start)), end: berlin.startOfDay(dayOf(end)) },
    },
    berlin,
  )[0]!;

suite('the ECB source', () => {
  test('the source makes a daily series for each currency of prices, and for no other', async () => {
    const batch = await ecbSource.parse([HISTORY], undefined, berlin);
    assert.ok(batch.kind === 'data');
    assert.deepEqual(
      batch.points.map(({ definition, indices, values }) => [
        definition.code,
        definition.unit,
        definition.resolution,
        definition.category,
        Array.from(indices, dateOf),
        [...values],
      ]),
      [
        [
          'fxeurusd',
          'USD/EUR',
          'day',
          'fx',
          ['2024-05-15', '2024-05-16', '2024-05-17'],
          [1.0832, 1.0866, 1.0844],
        ],
        // No rate was published on the 16th, so none is stored.
        ['fxeurnok', 'NOK/EUR', 'day', 'fx', ['2024-05-15', '2024-05-17'], [11.648, 11.5995]],
      ],
    );
    assert.deepEqual(batch.runs, []);
  });

  test('the source takes only the days that were asked for', async () => {
    const request = ask('recent', '2024-05-16', '2024-05-17');
    const batch = await ecbSource.parse([HISTORY], request, berlin);
    assert.ok(batch.kind === 'data');
    assert.deepEqual(
      batch.points.map(({ definition, indices }) => [definition.code, ...indices]),
      [['fxeurusd', dayOf('2024-05-16')]],
    );
  });

  test('the source names the newest rates if those asked for are not published yet', async () => {
    const request = ask('daily', '2024-05-20', '2024-05-21');
    assert.deepEqual(await ecbSource.parse([HISTORY], request, berlin), {
      kind: 'none',
      reason: 'no rates of these days; the newest are of 2024-05-17',
    });
  });

  test('the source asks the bank itself, or a base address with or without a slash', () => {
    const question = { datasets: ['daily', 'history'], areas: [], span: ALWAYS };
    assert.deepEqual(
      ecbSource.requestsFor(question, berlin).map(({ url }) => url),
      [
        'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
        'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip',
      ],
    );
    for (const base of ['http://127.0.0.1:9/x', 'http://127.0.0.1:9/x/']) {
      const [request] = ecbSource.requestsFor(question, berlin, base);
      assert.equal(request!.url, 'http://127.0.0.1:9/x/eurofxref-daily.xml');
    }
  });

  test('the source refuses an unknown dataset and names the known ones', () => {
    const question = { datasets: ['weekly'], areas: [], span: ALWAYS };
    assert.throws(() => ecbSource.requestsFor(question, berlin), {
      name: new SourceFault('').name,
      message: 'ecb has no dataset "weekly"; it has daily, recent, history',
    });
  });

  test('the source asks for the smallest file that reaches back far enough', () => {
    const monday = at('2024-05-20T08:00:00Z');
    assert.equal(fileReaching(dayOf('2024-05-17'), monday), 'daily');
    assert.equal(fileReaching(dayOf('2024-05-16'), monday), 'recent');
    assert.equal(fileReaching(dayOf('2024-05-17'), at('2024-05-20T14:30:00Z')), 'recent');
    assert.equal(fileReaching(dayOf('2024-03-01'), monday), 'recent');
    assert.equal(fileReaching(dayOf('2024-02-01'), monday), 'history');
  });
});

suite('the days of reference rates', () => {
  test('Easter falls on the Sundays that calendars print', () => {
    for (const date of ['1999-04-04', '2000-04-23', '2008-03-23', '2011-04-24', '2019-04-21']) {
      assert.equal(dateOf(easterOf(Number(date.slice(0, 4)))), date);
    }
    for (const date of ['2024-03-31', '2025-04-20', '2026-04-05', '2038-04-25', '2049-04-18']) {
      assert.equal(dateOf(easterOf(Number(date.slice(0, 4)))), date);
    }
  });

  test('rates are set on working days that are no holiday of the payment system', () => {
    const none = ['2024-03-29', '2024-04-01', '2024-05-01', '2024-05-18', '2024-12-25'];
    for (const date of none) assert.ok(!isRateDay(dayOf(date)), date);
    const some = ['2024-03-28', '2024-04-02', '2024-05-09', '2024-10-03', '2024-12-31'];
    for (const date of some) assert.ok(isRateDay(dayOf(date)), date);
  });

  test('the rates of today count from 16:00 in Frankfurt, in summer and winter', () => {
    assert.equal(dateOf(firstUnsetDay(at('2024-07-01T13:59:59Z'))), '2024-07-01');
    assert.equal(dateOf(firstUnsetDay(at('2024-07-01T14:00:00Z'))), '2024-07-02');
    assert.equal(dateOf(firstUnsetDay(at('2024-01-15T14:59:59Z'))), '2024-01-15');
    assert.equal(dateOf(firstUnsetDay(at('2024-01-15T15:00:00Z'))), '2024-01-16');
  });

  const data = process.env.GRIDTIDE_DATA ?? join(import.meta.dirname, '../../../../shared/data');
  const file = join(data, 'ecb/eurofxref-hist.zip');
  const skip = existsSync(file) ? false : `no file ${file}`;
  test('the calculated rate days are exactly those of the real history', { skip }, async () => {
    const table = await readRates([readFileSync(file)]);
    const usd = table.columns().find(({ currency }) => currency === 'USD')!;
    const expected = [];
    for (let day = dayOf('1999-01-04'); day <= table.newestDay!; day++) {
      if (isRateDay(day)) expected.push(dateOf(day));
    }
    assert.deepEqual(Array.from(usd.days, dateOf), expected);
  });
});
