import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { entsoeSource } from '#sources/entsoe/entsoe-source';
import { SourceFault } from '#sources/source';
import { BERLIN } from './entsoe-documents.ts';

const span = (from: string, to: string) => ({ start: Date.parse(from), end: Date.parse(to) });
const requestsFor = (
  datasets: string[],
  areas: string[],
  from: string,
  to: string,
  baseUrl?: string,
) => entsoeSource.requestsFor({ datasets, areas, span: span(from, to) }, BERLIN, baseUrl);
const parametersOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

suite('requests to ENTSO-E', () => {
  test('one market day of prices is one request, in UTC and without a key', () => {
    const [request, ...more] = requestsFor(
      ['prices'],
      ['nl'],
      '2024-09-01T22:00Z',
      '2024-09-02T22:00Z',
    );
    assert.equal(more.length, 0);
    assert.equal(request!.label, 'NL prices 2024-09-02');
    assert.ok(request!.url.startsWith('https://web-api.tp.entsoe.eu/api?'));
    assert.deepEqual(parametersOf(request!.url), {
      documentType: 'A44',
      in_Domain: '10YNL----------L',
      out_Domain: '10YNL----------L',
      'contract_MarketAgreement.type': 'A01',
      periodStart: '202409012200',
      periodEnd: '202409022200',
    });
  });

  test('each dataset asks with its document, its process and its name for the area', () => {
    const names = entsoeSource.datasets.map(({ name }) => name);
    const asked = requestsFor(names, ['CZ'], '2024-09-01T22:00Z', '2024-09-02T22:00Z').map(
      ({ url }) => {
        const { documentType, processType, periodStart, periodEnd, ...rest } = parametersOf(url);
        return [documentType, processType, ...Object.keys(rest)].join(' ');
      },
    );
    assert.deepEqual(asked, [
      'A44  in_Domain out_Domain contract_MarketAgreement.type',
      'A65 A16 outBiddingZone_Domain',
      'A65 A01 outBiddingZone_Domain',
      'A65 A31 outBiddingZone_Domain',
      'A75 A16 in_Domain',
      'A69 A01 in_Domain',
      'A71 A01 in_Domain',
      'A72 A16 in_Domain',
    ]);
  });

  test('a long span is asked for by months of market time, without holes or overlaps', () => {
    const requests = requestsFor(['load'], ['FR'], '2024-01-15T23:00Z', '2024-04-10T22:00Z');
    assert.deepEqual(
      requests.map(({ label }) => label),
      [
        'FR load 2024-01-16 to 2024-01-31',
        'FR load 2024-02-01 to 2024-02-29',
        'FR load 2024-03-01 to 2024-03-31',
        'FR load 2024-04-01 to 2024-04-10',
      ],
    );
    assert.equal(parametersOf(requests[2]!.url).periodEnd, '202403312200');
    for (const [at, { span: slice }] of requests.slice(1).entries()) {
      assert.equal(slice.start, requests[at]!.span.end);
    }
  });

  test('a month in which the German zone changed is asked for in two parts', () => {
    const requests = requestsFor(
      ['prices', 'load'],
      ['DE'],
      '2018-09-29T22:00Z',
      '2018-10-02T22:00Z',
    );
    const asked = requests.map(({ url, label }) => {
      const { in_Domain, outBiddingZone_Domain } = parametersOf(url);
      return `${label} ${in_Domain ?? outBiddingZone_Domain}`;
    });
    assert.deepEqual(asked, [
      'DE prices 2018-09-30 10Y1001A1001A63L',
      'DE prices 2018-10-01 to 2018-10-02 10Y1001A1001A82H',
      'DE load 2018-09-30 10Y1001A1001A83F',
      'DE load 2018-10-01 to 2018-10-02 10Y1001A1001A83F',
    ]);
  });

  test('another base address replaces the service, and the key is added last', () => {
    const base = 'http://127.0.0.1:8000/replay';
    const [request] = requestsFor(
      ['prices'],
      ['NL'],
      '2024-09-01T22:00Z',
      '2024-09-02T22:00Z',
      base,
    );
    assert.ok(request!.url.startsWith(`${base}?`));
    const url = new URL(request!.url);
    const secretUrl = entsoeSource.addSecret!(url, 's3cret');
    assert.equal(secretUrl.searchParams.get('securityToken'), 's3cret');
    assert.equal(url.searchParams.has('securityToken'), false);
  });

  test('a question that makes no sense is refused before the service is asked', () => {
    const refused: [string[], string[], RegExp][] = [
      [['prices'], ['NC'], /^NC \(Nordic countries\) has no prices at ENTSO-E$/],
      [['prices'], ['IT'], /^IT \(Italy\) has no prices at ENTSO-E$/],
      [['price'], ['DE'], /^"price" is not one of prices, load, .* \(did you mean prices\?\)$/],
      [['prices'], ['XX'], /^"XX" is not one of the areas DE, AT, /],
    ];
    for (const [datasets, areas, message] of refused) {
      assert.throws(
        () => requestsFor(datasets, areas, '2024-09-01T22:00Z', '2024-09-02T22:00Z'),
        (error) => error instanceof SourceFault && message.test(error.message),
      );
    }
    assert.throws(
      () => requestsFor(['load'], ['DE'], '2024-09-02T22:00Z', '2024-09-02T22:00Z'),
      /is empty/,
    );
  });
});
