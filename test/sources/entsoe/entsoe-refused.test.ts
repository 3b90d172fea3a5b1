// Content of documents that is refused, each with its place and reason.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { entsoeSource } from '#sources/entsoe/entsoe-source';
import { BERLIN, pricesXml } from './entsoe-documents.ts';
import { DAY, NL, nl, refusal } from './entsoe-nl.ts';

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
