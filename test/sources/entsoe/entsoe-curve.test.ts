// From periods of a document to points, and documents cut into pieces.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
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
import { DAY, NL, nl, refusal } from './entsoe-nl.ts';

suite('points of a period', () => {
  test('a value of an A03 curve repeats until the next, and the last to the end', async () => {
    const values = valuesOf(await parseText(pricesXml(nl('A03', { 1: 5, 3: -1.5 }))), 'nlhrprice')!;
    assert.equal(Object.keys(values).length, 24);
    assert.equal(values['2024-09-01T23:00:00Z'], 5);
    assert.equal(values['2024-09-02T00:00:00Z'], -1.5);
    assert.equal(values['2024-09-02T21:00:00Z'], -1.5);
  });

  test('an A03 curve has no values before its first point', async () => {
    const values = valuesOf(await parseText(pricesXml(nl('A03', { 23: 7 }))), 'nlhrprice');
    assert.deepEqual(values, { '2024-09-02T20:00:00Z': 7, '2024-09-02T21:00:00Z': 7 });
  });

  test('a value that an A01 curve lacks is not written', async () => {
    const values = valuesOf(await parseText(pricesXml(nl('A01', { 1: 5, 3: 6 }))), 'nlhrprice');
    assert.deepEqual(values, { '2024-09-01T22:00:00Z': 5, '2024-09-02T00:00:00Z': 6 });
  });

  test('a hole between two periods of an A03 curve stays a hole', async () => {
    const periods = [
      { start: DAY.start, end: '2024-09-02T00:00Z', resolution: 'PT60M', points: { 1: 1 } },
      {
        start: '2024-09-02T01:00Z',
        end: '2024-09-02T02:00Z',
        resolution: 'PT60M',
        points: { 1: 2 },
      },
    ];
    const text = pricesXml({ curve: 'A03', fields: priceFields(NL), periods });
    assert.deepEqual(valuesOf(await parseText(text), 'nlhrprice'), {
      '2024-09-01T22:00:00Z': 1,
      '2024-09-01T23:00:00Z': 1,
      '2024-09-02T01:00:00Z': 2,
    });
  });

  test('filling an A03 curve gives back the repeats that were left out', async () => {
    const whole = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 96, maxLength: 96 });
    await fc.assert(
      fc.asyncProperty(whole, async (values) => {
        const kept = values.flatMap((value, at) =>
          at > 0 && values[at - 1] === value ? [] : [[at + 1, value]],
        );
        const text = pricesXml(nl('A03', Object.fromEntries(kept), 'PT15M'));
        assert.deepEqual(Object.values(valuesOf(await parseText(text), 'nlqhprice')!), values);
      }),
      { numRuns: 30 },
    );
  });

  test('the short day has exactly 23 hours, and the long one 25', async () => {
    const days = [
      { start: '2024-03-30T23:00Z', end: '2024-03-31T22:00Z', hours: 23 },
      { start: '2024-10-26T22:00Z', end: '2024-10-27T23:00Z', hours: 25 },
    ];
    for (const { start, end, hours } of days) {
      const of = (count: number): string => {
        const points = Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 1, at]));
        const periods = [{ start, end, resolution: 'PT60M', points }];
        return pricesXml({ curve: 'A01', fields: priceFields(NL), periods });
      };
      const values = valuesOf(await parseText(of(hours)), 'nlhrprice')!;
      assert.equal(Object.keys(values).length, hours);
      assert.equal(Object.keys(values)[0], start.replace('Z', ':00Z'));
      assert.match(
        await refusal(of(hours + 1)),
        new RegExp(`position ${hours + 1} is not one of the period's ${hours}$`),
      );
    }
  });

  test('a day of a location becomes the market day that begins nearest, on clock changes too', async () => {
    // Helsinki is an hour ahead of Berlin.
    const fi = powerFields('10YFI-1--------U', 'out', { business: 'A60' });
    const period = { start: '2024-03-29T22:00Z', end: '2024-04-01T21:00Z', resolution: 'P1D' };
    const text = powerXml('A65', 'A31', {
      curve: 'A01',
      fields: fi,
      periods: [{ ...period, points: { 1: 10, 2: 20, 3: 30 } }],
    });
    assert.deepEqual(valuesOf(await parseText(text), 'fidayconsminforecast'), {
      '2024-03-29T23:00:00Z': 10,
      '2024-03-30T23:00:00Z': 20,
      '2024-03-31T22:00:00Z': 30,
    });
    const noon = text.replaceAll('2024-03-29T22:00Z', '2024-03-29T12:00Z');
    assert.match(await refusal(noon), /no day begins at 2024-03-29T12:00:00Z$/);
  });

  test('values of 15 and 30 minutes have series of their own, never hours', async () => {
    for (const [resolution, code, count] of [
      ['PT15M', 'nlqhprice', 96],
      ['PT30M', 'nlhhprice', 48],
      ['PT60M', 'nlhrprice', 24],
    ] as const) {
      const batch = await parseText(pricesXml(nl('A03', { 1: 5 }, resolution)));
      assert.deepEqual(codesOf(batch), [code]);
      assert.equal(Object.keys(valuesOf(batch, code)!).length, count);
    }
  });
});

suite('pieces of a document', () => {
  test('however the bytes are cut, the values are the same', async () => {
    const bytes = Buffer.from(
      `<!-- ü€ -->${pricesXml(nl('A03', { 1: 5, 7: 6.25 })).replace(/<\?xml[^>]*>/, '')}`,
    );
    const whole = await entsoeSource.parse([bytes], undefined, BERLIN);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 50 }), async (size) => {
        const pieces: Uint8Array[] = [];
        for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
        assert.deepEqual(await entsoeSource.parse(pieces, undefined, BERLIN), whole);
      }),
      { numRuns: 15 },
    );
  });

  test('prefixes of namespaces do not matter', async () => {
    const plain = pricesXml(nl('A03', { 1: 5 }));
    const prefixed = plain.replace(/<(\/?)([A-Za-z])/g, '<$1p:$2').replace('xmlns=', 'xmlns:p=');
    assert.deepEqual(await parseText(prefixed), await parseText(plain));
  });
});
