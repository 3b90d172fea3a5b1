// Forecasts as runs, and answers without data.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SourceFault } from '#sources/source';
import {
  codesOf,
  parseText,
  powerFields,
  powerXml,
  pricesXml,
  reasonXml,
} from './entsoe-documents.ts';
import { DAY, NL } from './entsoe-nl.ts';

suite('forecasts', () => {
  const runsOf = async (text: string) => {
    const batch = await parseText(text);
    assert.ok(batch.kind === 'data');
    return batch.runs.map(({ definition, analyzedAt, values, source }) => [
      definition.code,
      new Date(analyzedAt).toISOString(),
      values.length,
      source,
    ]);
  };

  test('a load forecast becomes a run for each market day, published by 10:00 of the day before', async () => {
    const periods = [
      {
        start: '2024-10-25T22:00Z',
        end: '2024-10-28T23:00Z',
        resolution: 'PT60M',
        points: { 1: 1 },
      },
    ];
    const fields = powerFields(NL, 'out');
    const text = powerXml('A65', 'A01', { curve: 'A03', fields, periods });
    assert.deepEqual(await runsOf(text), [
      ['nlhrcons', '2024-10-25T07:59:00.000Z', 24, 'entsoe'],
      ['nlhrcons', '2024-10-26T07:59:00.000Z', 25, 'entsoe'],
      ['nlhrcons', '2024-10-27T08:59:00.000Z', 24, 'entsoe'],
    ]);
    assert.deepEqual(codesOf(await parseText(text)), ['nlhrconsforecast']);
  });

  test('wind and solar forecasts are published by 18:00, and their runs have the total of wind too', async () => {
    const of = (type: string) => ({
      curve: 'A03',
      fields: powerFields(NL, 'in', { type }),
      periods: [{ ...DAY, resolution: 'PT15M', points: { 1: 1 } }],
    });
    const runs = await runsOf(powerXml('A69', 'A01', of('B16'), of('B18'), of('B19')));
    const at = '2024-09-01T15:59:00.000Z';
    assert.deepEqual(runs, [
      ['nlqhsolar', at, 96, 'entsoe'],
      ['nlqhwindoff', at, 96, 'entsoe'],
      ['nlqhwindon', at, 96, 'entsoe'],
      ['nlqhwind', at, 96, 'entsoe'],
    ]);
  });

  test('a generation forecast becomes a run of production', async () => {
    const periods = [{ ...DAY, resolution: 'PT60M', points: { 1: 1 } }];
    const text = powerXml('A71', 'A01', { curve: 'A03', fields: powerFields(NL, 'in'), periods });
    assert.deepEqual(await runsOf(text), [
      ['nlhrproduction', '2024-09-01T15:59:00.000Z', 24, 'entsoe'],
    ]);
  });

  test('a week-ahead forecast becomes a run for each week, published on the Friday before', async () => {
    const period = { start: '2023-08-13T22:00Z', end: '2023-08-20T22:00Z', resolution: 'P1D' };
    const fields = powerFields(NL, 'out', { business: 'A61' });
    const periods = [{ ...period, points: { 1: 1, 7: 2 } }];
    const text = powerXml('A65', 'A31', { curve: 'A01', fields, periods });
    assert.deepEqual(await runsOf(text), [
      ['nldayconsmax', '2023-08-11T07:59:00.000Z', 7, 'entsoe'],
    ]);
  });
});

suite('answers without data', () => {
  test('reason 999 for no matching data means no data, in the words of the service', async () => {
    const text = 'No matching data found for Data item ENERGY_PRICES [12.1.D]';
    assert.deepEqual(await parseText(reasonXml('999', text)), { kind: 'none', reason: text });
    const empty = await parseText(reasonXml('999', ''));
    assert.deepEqual(empty, { kind: 'none', reason: 'no matching data' });
  });

  test('every other reason is an error, also when its number is 999', async () => {
    const tooMuch =
      'The amount of requested data exceeds allowed limit. Requested: 200, allowed: 100';
    for (const code of ['999', 'A01']) {
      const error = await parseText(reasonXml(code, tooMuch)).catch((reason: unknown) => reason);
      assert.ok(error instanceof SourceFault);
      assert.equal(error.message, `ENTSO-E refused: ${tooMuch} (reason ${code})`);
    }
  });

  test('a document without time series has no data', async () => {
    assert.equal((await parseText(pricesXml())).kind, 'none');
  });
});
