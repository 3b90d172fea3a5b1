import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { ImportFault } from '#importers/files/import-fault';
import { entsoeSource } from '#sources/entsoe/entsoe-source';
import { SourceFault, type SourceRequest } from '#sources/source';
import {
  BERLIN,
  codesOf,
  parseText,
  powerFields,
  powerXml,
  priceFields,
  pricesXml,
  reasonXml,
  valuesOf,
} from './entsoe-documents.ts';

const NL = '10YNL----------L';
const DAY = { start: '2024-09-01T22:00Z', end: '2024-09-02T22:00Z' };
const nl = (curve: string, points: Record<number, number | string>, resolution = 'PT60M') => ({
  curve,
  fields: priceFields(NL),
  periods: [{ ...DAY, resolution, points }],
});

const refusal = async (text: string, request?: SourceRequest): Promise<string> => {
  const error: unknown = await parseText(text, request).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ImportFault || error instanceof SourceFault, String(error));
  return error.message;
};

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

  test('a day of a place becomes the market day that begins nearest, on clock changes too', async () => {
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

suite('content that is refused', () => {
  const good = pricesXml(nl('A03', { 1: 5 }));
  const cases: [string, string, RegExp][] = [
    ['nothing', '', /^the document is empty$/],
    ['a page', '<html><body>Sorry</body></html>', /^line 1: "html" is not one of Publication_/],
    ['JSON', '{"error":"no"}', /^line 1: this is not sound XML/],
    ['a cut-off document', good.slice(0, -60), /this is not sound XML \(.*unclosed tag/],
    [
      'a document type',
      good.replace('<Publication', '<!DOCTYPE a [<!ENTITY b "c">]>\n<Publication'),
      /^line 2: a document type is not allowed$/,
    ],
    ['an entity', good.replace('>5<', '>&b;<'), /this is not sound XML \(.*undefined entity/],
    [
      'another encoding',
      good.replace('UTF-8', 'ISO-8859-1'),
      /the encoding "ISO-8859-1" is not UTF-8/,
    ],
    ['a text that is no number', good.replace('>5<', '>5,0<'), /line \d+: "5,0" is not a number/],
    ['a number beyond reason', good.replace('>5<', '>1e300<'), /"1e300" is not a number that/],
    ['a position 0', good.replace('<position>1<', '<position>0<'), /the position "0" is not/],
    [
      'a time without zone',
      good.replace('T22:00Z<', 'T22:00<'),
      /"2024-09-01T22:00" is not a time/,
    ],
    [
      'a date that does not exist',
      good.replace('2024-09-01T', '2024-02-31T'),
      /"2024-02-31T22:00Z" is not/,
    ],
    [
      'an end before the start',
      good.replace('2024-09-02T22', '2024-08-02T22'),
      /has -720 intervals/,
    ],
    ['a period of years', good.replace('2024-09-02T22', '2034-09-02T22'), /intervals; allowed are/],
    [
      'a period off the hour',
      good.replace('09-01T22:00', '09-01T22:20'),
      /line \d+: no hour begins at 2024/,
    ],
    ['an unknown resolution', good.replace('PT60M', 'PT1M'), /"PT1M" is not one of PT15M, PT30M/],
    ['an unknown curve', good.replace('A03', 'A02'), /the curve type A02 is not one of A01, A03/],
    [
      'an unknown zone',
      good.replaceAll(NL, '10YXX----------X'),
      /"10YXX----------X" is not the code/,
    ],
    [
      'prices between zones',
      good.replace(NL, '10YBE----------2'),
      /in_Domain 10YBE-+2 and out_Domain/,
    ],
    ['a price per kWh', good.replace('MWH', 'KWH'), /"EUR\/KWH" is not a price per MWH/],
    ['an unknown type', good.replace('A44', 'A99'), /document type A99 is not one of: Day-ahead/],
    [
      'a point without a position',
      good.replace('<position>1</position>', ''),
      /the point has no position/,
    ],
    [
      'a point without a value',
      good.replace(/<price.amount>5<\/price.amount>/, ''),
      /the point has neither/,
    ],
    [
      'two values of one hour',
      good.replace(
        '</Period>',
        '<Point><position>1</position><quantity>6</quantity></Point></Period>',
      ),
      /position 1 is given twice, with 5 and 6/,
    ],
  ];
  for (const [what, text, reason] of cases) {
    test(`${what} is refused with its place and reason`, async () => {
      assert.match(await refusal(text), reason);
    });
  }

  test('bytes that are not UTF-8 are refused', async () => {
    const bytes = Buffer.from(good.replace('>5<', '>\u00ff<'), 'latin1');
    await assert.rejects(
      entsoeSource.parse([bytes], undefined, BERLIN),
      /bytes that are not UTF-8/,
    );
  });

  test('an answer about another area or of another kind is refused', async () => {
    const span = { start: Date.parse(DAY.start), end: Date.parse(DAY.end) };
    const ask = (dataset: string, area: string) =>
      entsoeSource.requestsFor({ datasets: [dataset], areas: [area], span }, BERLIN)[0]!;
    assert.match(await refusal(good, ask('prices', 'BE')), /is about "10YNL-+L"; asked was BE$/);
    assert.match(await refusal(good, ask('load', 'NL')), /of document type A44; asked was Actual/);
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
