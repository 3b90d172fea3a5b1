// Real answers of the platform, read by the source and, independently, by regular expressions.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { formatUtc, MINUTE_MS } from '#core/time/instant';
import { entsoeSource } from '#sources/entsoe/entsoe-source';
import { BERLIN, codesOf, valuesOf } from './entsoe-documents.ts';

const data = process.env.GRIDTIDE_DATA ?? join(import.meta.dirname, '../../../../shared/data');
const folder = join(data, 'entsoe-xml');
const skip = existsSync(folder) ? false : `no folder ${folder}`;

/** The values by UTC time of the n-th time series of a file, read without parser and grid. */
function readByRegex(file: string, at: number): Record<string, number> {
  const text = readFileSync(join(folder, file), 'utf8');
  const series = text.match(/<TimeSeries>[\s\S]*?<\/TimeSeries>/g)![at]!;
  const isRepeated = series.includes('<curveType>A03</curveType>');
  const values: Record<string, number> = {};
  for (const period of series.match(/<Period>[\s\S]*?<\/Period>/g)!) {
    const start = Date.parse(/<start>(.*?)<\/start>/.exec(period)![1]!);
    const end = Date.parse(/<end>(.*?)<\/end>/.exec(period)![1]!);
    const resolution = /<resolution>(.*?)<\/resolution>/.exec(period)![1]!;
    const minutes = { PT15M: 15, PT60M: 60, P1D: 1440, P7D: 10080 }[resolution]!;
    const points = new Map(
      [...period.matchAll(/<position>(\d+)<\/position>\s*<[a-z.]+>(-?[\d.]+)</g)].map(
        ([, position, value]) => [Number(position), Number(value)],
      ),
    );
    let last = Number.NaN;
    for (let position = 1; start + (position - 1) * minutes * MINUTE_MS < end; position++) {
      last = points.get(position) ?? (isRepeated ? last : Number.NaN);
      if (!Number.isNaN(last))
        values[formatUtc(start + (position - 1) * minutes * MINUTE_MS)] = last;
    }
  }
  return values;
}

const parseFile = (file: string) =>
  entsoeSource.parse([readFileSync(join(folder, file))], undefined, BERLIN);

/** The series that each time series of a file becomes. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  'A44_day_ahead_prices_NL.xml': ['nlhrprice'],
  'A44_energy_prices.xml': ['athrprice'],
  'A65_A16_actual_load_NL.xml': ['nlqhcons'],
  'A65_A01_day_ahead_load_forecast_NL.xml': ['nlqhconsforecast'],
  'A65_A31_week_ahead_load_forecast.xml': ['czdayconsminforecast', 'czdayconsmaxforecast'],
  'A69_A01_wind_solar_forecast_NL.xml': [
    'nlqhsolarforecast',
    'nlqhwindoffforecast',
    'nlqhwindonforecast',
  ],
  'A71_A01_generation_forecast_NL.xml': ['nlqhproductionforecast'],
  'A75_A16_actual_generation_per_type.xml': ['deqhgenbiomass'],
};

suite('recorded answers of ENTSO-E', { skip }, () => {
  for (const [file, codes] of Object.entries(FILES)) {
    test(`the source reads exactly the values of ${file}`, async () => {
      const batch = await parseFile(file);
      for (const [at, code] of codes.entries()) {
        const expected = readByRegex(file, at);
        assert.ok(Object.keys(expected).length >= 7);
        assert.deepEqual(valuesOf(batch, code), expected, code);
      }
    });
  }

  test('the week of the Bulgarian reservoirs, which begins at midnight in Sofia, becomes the market week', async () => {
    const batch = await parseFile('A72_A16_water_reservoirs.xml');
    const [value] = Object.values(readByRegex('A72_A16_water_reservoirs.xml', 0));
    assert.equal(value, 1909687.74);
    assert.deepEqual(valuesOf(batch, 'bgwkreservoir'), { '2023-07-09T22:00:00Z': value });
    assert.deepEqual(codesOf(batch), ['bgwkreservoir']);
  });

  test('the wind forecast has a total of both kinds of wind', async () => {
    const file = 'A69_A01_wind_solar_forecast_NL.xml';
    const [offshore, onshore] = [readByRegex(file, 1), readByRegex(file, 2)];
    const total = valuesOf(await parseFile(file), 'nlqhwindforecast')!;
    assert.deepEqual(Object.keys(total), Object.keys(offshore));
    for (const [time, value] of Object.entries(total)) {
      assert.ok(Math.abs(value - (offshore[time]! + onshore[time]!)) < 1e-9, time);
    }
  });

  test('a file of one production type makes no total', async () => {
    const batch = await parseFile('A75_A16_actual_generation_per_type.xml');
    assert.deepEqual(codesOf(batch), ['deqhgenbiomass']);
  });

  test('the recorded acknowledgement means no data', async () => {
    const batch = await parseFile('acknowledgement_999_no_data.xml');
    assert.equal(batch.kind, 'none');
    assert.match(
      batch.kind === 'none' ? batch.reason : '',
      /^No matching data found for Data item/,
    );
  });
});
