import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linkQuestion } from '#explorer/pages/explore/taking/sheet-link/link-question.ts';
import { linkText } from '#explorer/pages/explore/taking/sheet-link/link-texts.ts';
import { readExplore } from '#view/address/explore-address';

const ADDRESS = { origin: 'https://example.com:8080', link: '/l/gtl_x', sign: '.' };

describe('what is pasted into a spreadsheet', () => {
  it('Excel gets a workbook, which has no language', () => {
    for (const sign of ['.', ',']) {
      const text = linkText('excel', { ...ADDRESS, sign });
      assert.equal(text, 'https://example.com:8080/l/gtl_x?format=xlsx');
    }
  });

  it('Google Sheets gets a formula in the dialect of the reader', () => {
    assert.equal(linkText('sheets', ADDRESS), '=IMPORTDATA("https://example.com:8080/l/gtl_x")');
    assert.equal(
      linkText('sheets', { ...ADDRESS, sign: ',' }),
      '=IMPORTDATA("https://example.com:8080/l/gtl_x?decimal=comma")',
    );
  });

  it('Power Query gets code with the server apart from the path', () => {
    assert.equal(
      linkText('power-query', ADDRESS),
      `let
  Answer = Web.Contents("https://example.com:8080", [RelativePath = "l/gtl_x"]),
  Rows = Table.PromoteHeaders(Csv.Document(Answer, [Delimiter = ",", Encoding = 65001])),
  Typed = Table.TransformColumnTypes(
    Rows, {{"time", type datetime}, {"value", type number}}, "en-US")
in
  Typed`,
    );
  });
});

describe('the question of a view', () => {
  const questionOf = (query: string) =>
    linkQuestion(readExplore('dehrprice', new URLSearchParams(query)));

  it('keywords stay as they are, and looks are left out', () => {
    assert.deepEqual(questionOf('from=today-7&to=today&resolution=day&tab=table&log=true'), {
      path: '/api/v1/series/dehrprice',
      query: { from: 'today-7', to: 'today', resolution: 'day' },
    });
  });

  it('a view of what was forecast asks for that, with the actual values beside it', () => {
    const query = 'from=today-30&to=today&ahead=1d&before=12:00&source=vendor';
    assert.deepEqual(questionOf(query), {
      path: '/api/v1/forecasts/dehrprice/sliced',
      query: {
        ...{ from: 'today-30', to: 'today', resolution: 'native', daysAhead: '1' },
        ...{ issuedBefore: '12:00', source: 'vendor', actual: 'true' },
      },
    });
    const hours = questionOf('from=today&to=today&ahead=24h').query;
    assert.deepEqual([hours?.hoursAhead, hours?.issuedBefore], ['24', undefined]);
  });

  it('what decides the values is part of the question', () => {
    const query =
      'from=month&to=eom&resolution=week&aggregation=max&currency=nok&complete=true&asOf=2026-11-01';
    assert.deepEqual(questionOf(query).query, {
      ...{ from: 'month', to: 'eom', resolution: 'week', complete: 'true' },
      ...{ aggregation: 'max', currency: 'NOK', asOf: '2026-11-01' },
    });
  });
});
