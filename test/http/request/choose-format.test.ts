import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { chooseAccepted, parseFormat } from '#http/request/choose-format';

const OFFERED = [
  { name: 'json', mediaType: 'application/json' },
  { name: 'csv', mediaType: 'text/csv' },
  { name: 'columns', mediaType: undefined },
  { name: 'parquet', mediaType: 'application/vnd.apache.parquet' },
];
const PARQUET = 'application/vnd.apache.parquet';

suite('the format that Accept prefers', () => {
  const cases: readonly [accept: string | undefined, name: string | undefined][] = [
    [undefined, 'json'],
    ['*/*', 'json'],
    ['text/csv', 'csv'],
    ['TEXT/CSV; charset=utf-8', 'csv'],
    ['text/*', 'csv'],
    ['application/*', 'json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
    ['application/json, text/plain, */*', 'json'],
    // A type that is named exactly is preferred to a wildcard.
    ['text/csv, */*', 'csv'],
    ['*/*, text/csv', 'csv'],
    ['text/csv;q=0.5, application/json;q=0.4', 'csv'],
    ['text/csv;q=0.5, application/json', 'json'],
    ['text/csv; q = 0.2 ,application/json;q=0.1', 'csv'],
    [`text/csv, ${PARQUET}`, 'csv'],
    [`${PARQUET}, text/csv`, 'parquet'],
    ['text/csv;q=0', undefined],
    ['text/csv;q=0, */*', 'json'],
    ['application/json;q=0, */*', 'csv'],
    // The closest range decides, whatever the others say.
    ['text/*;q=0.9, text/csv;q=0.1, application/json;q=0.5', 'json'],
    ['text/csv;q=nonsense', 'csv'],
    ['text/csv;q=1.5, application/json;q=0.9', 'csv'],
    ['image/png', undefined],
    ['', undefined],
    [',,;', undefined],
  ];
  for (const [accept, name] of cases) {
    test(`Accept ${accept === undefined ? 'left out' : JSON.stringify(accept)} prefers ${name ?? 'none'}`, () => {
      assert.equal(chooseAccepted(accept, OFFERED)?.name, name);
    });
  }

  test('any Accept prefers an offered format or none', () => {
    fc.assert(
      fc.property(fc.string(), (accept) => {
        const chosen = chooseAccepted(accept, OFFERED);
        assert.ok(chosen === undefined || OFFERED.includes(chosen));
      }),
    );
  });
});

suite('the format that `format=` names', () => {
  test('a format may be named in any case and with blanks around it; an empty one is left out', () => {
    assert.equal(parseFormat(' CSV ', OFFERED)?.name, 'csv');
    assert.equal(parseFormat('columns', OFFERED)?.name, 'columns');
    for (const empty of [undefined, '', '  ']) assert.equal(parseFormat(empty, OFFERED), undefined);
  });

  test('an unknown format is refused, naming those that are allowed', () => {
    assert.throws(() => parseFormat('parket', OFFERED), {
      code: 'field_invalid',
      message: 'format: unknown format "parket" (did you mean parquet?)',
      faults: [
        {
          field: 'format',
          message: 'unknown format "parket" (did you mean parquet?)',
          allowed: ['json', 'csv', 'columns', 'parquet'],
        },
      ],
    });
  });
});
