// From time series of a document to series: prices, generation per type.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { entsoeSource } from '#sources/entsoe/entsoe-source';
import {
  BERLIN,
  codesOf,
  parseText,
  powerFields,
  powerXml,
  priceFields,
  pricesXml,
  valuesOf,
} from './entsoe-documents.ts';
import { DAY, NL, nl } from './entsoe-nl.ts';

suite('time series of a document', () => {
  test('the later of two values of the same hour wins, and a note says so', async () => {
    const batch = await parseText(pricesXml(nl('A03', { 1: 5 }), nl('A01', { 2: 9 })));
    const values = valuesOf(batch, 'nlhrprice')!;
    assert.deepEqual(Object.values(values).slice(0, 3), [5, 9, 5]);
    assert.deepEqual(batch.kind === 'data' && batch.notes, [
      'NL day-ahead price: 1 value is given twice; the later in the document wins.',
    ]);
  });

  test('a second auction and another currency never mix with the main price', async () => {
    const periods = [{ ...DAY, resolution: 'PT60M', points: { 1: 1 } }];
    const of = (change: Parameters<typeof priceFields>[1]) => ({
      curve: 'A03',
      fields: priceFields(NL, change),
      periods,
    });
    const batch = await parseText(
      pricesXml(of({ sequence: '1' }), of({ sequence: '2' }), of({ currency: 'PLN' })),
    );
    assert.deepEqual(codesOf(batch), ['nlhrprice', 'nlhrprice.seq2', 'nlhrprice.pln']);
    const units = batch.kind === 'data' && batch.points.map(({ definition }) => definition.unit);
    assert.deepEqual(units, ['EUR/MWh', 'EUR/MWh', 'PLN/MWh']);
  });

  test('intraday prices are left out, and a note says so', async () => {
    const periods = [{ ...DAY, resolution: 'PT60M', points: { 1: 1 } }];
    const text = pricesXml({ fields: priceFields(NL, { contract: 'A07' }), periods });
    const batch = await parseText(text);
    assert.deepEqual(codesOf(batch), []);
    assert.match(
      batch.kind === 'data' ? batch.notes[0]! : '',
      /^Left out: prices of contract type A07/,
    );
  });

  test('a price of the old common zone becomes one of Germany and one of Austria', async () => {
    const period = { start: '2018-09-29T22:00Z', end: '2018-09-30T22:00Z', resolution: 'PT60M' };
    const fields = priceFields('10Y1001A1001A63L');
    const text = pricesXml({ curve: 'A03', fields, periods: [{ ...period, points: { 1: 40 } }] });
    const batch = await parseText(text);
    assert.deepEqual(codesOf(batch), ['dehrprice', 'athrprice']);
    const [request] = entsoeSource.requestsFor(
      {
        datasets: ['prices'],
        areas: ['AT'],
        span: { start: Date.parse(period.start), end: Date.parse(period.end) },
      },
      BERLIN,
    );
    assert.deepEqual(codesOf(await parseText(text, request)), ['athrprice']);
  });

  test('hours of power are MWh, parts of hours MW, and the series belongs to its area', async () => {
    const of = async (resolution: string) => {
      const periods = [{ ...DAY, resolution, points: { 1: 1 } }];
      const text = powerXml('A65', 'A16', {
        curve: 'A03',
        fields: powerFields(NL, 'out'),
        periods,
      });
      const batch = await parseText(text);
      return batch.kind === 'data' ? batch.points[0]!.definition : undefined;
    };
    assert.deepEqual(await of('PT60M'), {
      code: 'nlhrcons',
      description: 'Netherlands consumption, MWh (ENTSO-E)',
      unit: 'MWh',
      resolution: 'hour',
      area: 'NL',
      category: 'hrcons',
    });
    assert.deepEqual(await of('PT15M'), {
      code: 'nlqhcons',
      description: 'Netherlands consumption, every 15 minutes, MW (ENTSO-E)',
      unit: 'MW',
      resolution: 'quarterhour',
      area: 'NL',
      category: 'qhcons',
    });
  });
});

suite('generation per type', () => {
  const period = (points: Record<number, number>) => ({
    start: '2024-09-01T22:00Z',
    end: '2024-09-02T01:00Z',
    resolution: 'PT60M',
    points,
  });
  const series = (type: string, points: Record<number, number>, side: 'in' | 'out' = 'in') => ({
    curve: 'A01',
    fields: powerFields(NL, side, { type }),
    periods: [period(points)],
  });

  test('each type is a series, wind and production are totals, and power that storage takes is apart', async () => {
    const text = powerXml(
      'A75',
      'A16',
      series('B18', { 1: 0.1, 2: 1, 3: 1 }),
      series('B19', { 1: 0.2, 2: 2 }),
      series('B10', { 1: 5, 2: 5, 3: 5 }),
      series('B10', { 1: 70, 2: 70, 3: 70 }, 'out'),
    );
    const batch = await parseText(text);
    assert.deepEqual(codesOf(batch), [
      'nlhrwindoff',
      'nlhrwindon',
      'nlhrgenpumped',
      'nlhrgenpumpeduse',
      'nlhrwind',
      'nlhrproduction',
    ]);
    // Onshore wind lacks the third hour, so it has no total.
    assert.deepEqual(valuesOf(batch, 'nlhrwind'), {
      '2024-09-01T22:00:00Z': 0.3,
      '2024-09-01T23:00:00Z': 3,
    });
    assert.deepEqual(Object.values(valuesOf(batch, 'nlhrproduction')!), [5.3, 8]);
    assert.deepEqual(batch.kind === 'data' && batch.notes, [
      'NL wind power production: 1 totals are left out, as a type lacks its value.',
      'NL production: 1 totals are left out, as a type lacks its value.',
    ]);
  });

  test('a type without a value all day is not expected that day, and a note says so', async () => {
    const nextDay = { start: '2024-09-02T22:00Z', end: '2024-09-02T23:00Z', resolution: 'PT60M' };
    const text = powerXml(
      'A75',
      'A16',
      { ...series('B14', { 1: 1, 2: 1, 3: 1 }) },
      {
        curve: 'A01',
        fields: powerFields(NL, 'in', { type: 'B04' }),
        periods: [period({ 1: 2, 2: 2, 3: 2 }), { ...nextDay, points: { 1: 7 } }],
      },
    );
    const batch = await parseText(text);
    assert.deepEqual(valuesOf(batch, 'nlhrproduction'), {
      '2024-09-01T22:00:00Z': 3,
      '2024-09-01T23:00:00Z': 3,
      '2024-09-02T00:00:00Z': 3,
      '2024-09-02T22:00:00Z': 7,
    });
    assert.deepEqual(batch.kind === 'data' && batch.notes, [
      'NL production: on 1 days the total lacks a type that other days have.',
    ]);
  });

  test('types in different resolutions make no total', async () => {
    const quarters = { ...period({ 1: 1 }), resolution: 'PT15M' };
    const fields = powerFields(NL, 'in', { type: 'B16' });
    const batch = await parseText(
      powerXml('A75', 'A16', series('B14', { 1: 1 }), { fields, periods: [quarters] }),
    );
    assert.deepEqual(codesOf(batch), ['nlhrgennuclear', 'nlqhsolar']);
    assert.match(batch.kind === 'data' ? batch.notes[0]! : '', /types in different resolutions/);
  });
});
