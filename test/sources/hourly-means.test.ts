import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addHourlyMeans } from '#sources/hourly-means';
import {
  codesOf,
  parseText,
  powerFields,
  powerXml,
  priceFields,
  pricesXml,
  valuesOf,
} from './entsoe/entsoe-documents.ts';

const NL = '10YNL----------L';
const period = (end: string, points: Record<number, number>, resolution = 'PT15M') => ({
  start: '2024-09-01T22:00Z',
  end,
  resolution,
  points,
});
const prices = (...periods: ReturnType<typeof period>[]) =>
  pricesXml({ curve: 'A01', fields: priceFields(NL), periods });

suite('hours made of quarter hours', () => {
  test('an hour is the mean of its four quarters, and an hour that lacks a quarter is not made', async () => {
    const points = { 1: 1, 2: 2, 3: 3, 4: 5, 5: 9, 6: 9, 8: 9, 9: 0.1, 10: 0.2, 11: 0.3, 12: 0.4 };
    const batch = addHourlyMeans(await parseText(prices(period('2024-09-02T01:00Z', points))));
    assert.deepEqual(codesOf(batch), ['nlqhprice', 'nlhrprice']);
    assert.deepEqual(valuesOf(batch, 'nlhrprice'), {
      '2024-09-01T22:00:00Z': 2.75,
      '2024-09-02T00:00:00Z': 0.25,
    });
    assert.equal(Object.keys(valuesOf(batch, 'nlqhprice')!).length, 11);
  });

  test('half hours make hours too, and MW becomes MWh', async () => {
    const periods = [period('2024-09-01T23:00Z', { 1: 10, 2: 20 }, 'PT30M')];
    const fields = powerFields(NL, 'out');
    const batch = addHourlyMeans(await parseText(powerXml('A65', 'A16', { fields, periods })));
    assert.deepEqual(valuesOf(batch, 'nlhrcons'), { '2024-09-01T22:00:00Z': 15 });
    assert.deepEqual(batch.kind === 'data' && batch.points[1]!.definition, {
      code: 'nlhrcons',
      description: 'Netherlands consumption, mean of 30-minute values, MWh (ENTSO-E)',
      unit: 'MWh',
      resolution: 'hour',
      area: 'NL',
      category: 'hrcons',
    });
  });

  test('hours that the answer has itself are kept, and no means are made', async () => {
    const hours = period('2024-09-01T23:00Z', { 1: 7 }, 'PT60M');
    const quarters = period('2024-09-01T23:00Z', { 1: 1, 2: 1, 3: 1, 4: 1 });
    const batch = addHourlyMeans(await parseText(prices(quarters, hours)));
    assert.deepEqual(codesOf(batch), ['nlqhprice', 'nlhrprice']);
    assert.deepEqual(valuesOf(batch, 'nlhrprice'), { '2024-09-01T22:00:00Z': 7 });
  });

  test('an answer that goes from hours to quarter hours has the hours of both', async () => {
    const hours = period('2024-09-01T23:00Z', { 1: 7 }, 'PT60M');
    const quarters = {
      start: '2024-09-01T23:00Z',
      end: '2024-09-02T00:00Z',
      resolution: 'PT15M',
      points: { 1: 1, 2: 1, 3: 2, 4: 2 },
    };
    for (const periods of [
      [hours, quarters],
      [quarters, hours],
    ]) {
      const batch = addHourlyMeans(await parseText(prices(...periods)));
      assert.deepEqual(valuesOf(batch, 'nlhrprice'), {
        '2024-09-01T22:00:00Z': 7,
        '2024-09-01T23:00:00Z': 1.5,
      });
    }
  });

  test('runs have hours too, and gaps at their ends are left out', async () => {
    const points = { 2: 1, 3: 1, 4: 1, 5: 4, 6: 4, 7: 4, 8: 8, 9: 1 };
    const periods = [period('2024-09-02T01:00Z', points)];
    const fields = powerFields(NL, 'out');
    const batch = addHourlyMeans(await parseText(powerXml('A65', 'A01', { fields, periods })));
    const run = batch.kind === 'data' && batch.runs[1]!;
    assert.ok(run);
    assert.equal(run.definition.code, 'nlhrcons');
    assert.equal(run.firstIndex, Date.parse('2024-09-01T23:00Z') / 3_600_000);
    assert.deepEqual([...run.values], [5]);
    assert.deepEqual(codesOf(batch), ['nlqhconsforecast', 'nlhrconsforecast']);
  });

  test('hours, days and no data stay as they are', async () => {
    const batch = await parseText(prices(period('2024-09-01T23:00Z', { 1: 7 }, 'PT60M')));
    assert.deepEqual(addHourlyMeans(batch), batch);
    const none = { kind: 'none', reason: 'nothing' } as const;
    assert.equal(addHourlyMeans(none), none);
  });
});
