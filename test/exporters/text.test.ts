import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { csvCell } from '#exporters/csv-cell';
import { writeDefinitions } from '#exporters/write-definitions';
import { readDefinitions } from '#importers/read-definitions';
import type { SeriesDefinition } from '#store/series-record';
import { anyText } from '../../harness/any-text.ts';
import { openMarket, piecesOf } from '../importers/open-market.ts';
import { collect, formatOf, longOf, wideOf } from './make-table.ts';

const DEFINITION: SeriesDefinition = {
  code: 'xxhrtest',
  description: 'Germany day-ahead price, EUR/MWh',
  unit: 'EUR/MWh',
  resolution: 'hour',
  area: 'DE',
  category: 'hrprice',
};

suite('text that is exported', () => {
  test('CSV is series, time and value, in UTC', async () => {
    const rows = [
      ['dehrprice', '2024-05-17T00:00:00Z', 61.5],
      ['frhrprice', '2024-05-17T00:15:00Z', -3],
    ] as const;
    const text = await collect(formatOf('csv'), longOf(rows));
    assert.equal(
      String(text),
      'series,time,value\ndehrprice,2024-05-17T00:00:00Z,61.5\nfrhrprice,2024-05-17T00:15:00Z,-3\n',
    );
  });

  test('NDJSON has an object a line, with null for a gap', async () => {
    const table = wideOf(['dehrprice', 'de.day'], [['2024-05-17T00:00:00Z', 61.5, null]]);
    assert.equal(
      String(await collect(formatOf('ndjson'), table)),
      '{"time":"2024-05-17T00:00:00Z","dehrprice":61.5,"de.day":null}\n',
    );
  });

  test('a text that a spreadsheet would run gets an apostrophe in front', () => {
    for (const text of ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '  =1', '\t=1', '\rx', '＝1', '－1']) {
      assert.match(csvCell(text), /^"?'/, JSON.stringify(text));
    }
    for (const text of ['dehrprice', 'Price = cost', 'a-b', '1 + 1', '']) {
      assert.equal(csvCell(text), text);
    }
    assert.equal(csvCell('=a,"b"'), `"'=a,""b"""`);
  });

  test('no cell begins like a formula, for any text', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        assert.doesNotMatch(csvCell(text), /^"?\s*[=+\-@]/);
      }),
    );
  });

  test('no formula follows a semicolon, a tab or a new line', () => {
    assert.equal(csvCell('a;=1+1;b'), `"a;'=1+1;b"`);
    assert.equal(csvCell('a\n@x'), `"a\n'@x"`);
    assert.equal(csvCell('a; b-c'), '"a; b-c"');
    const text = fc.string({
      unit: fc.constantFrom(';', '\t', '\r', '\n', ' ', '=', '-', '"', 'a'),
    });
    fc.assert(
      fc.property(text, (one) => {
        // Splits the line as a spreadsheet that ignores quotes does; the first cell begins with our text.
        const [, ...cells] = `code,${csvCell(one)},EUR`.split(/[;\t\r\n]/);
        for (const cell of cells) assert.doesNotMatch(cell, /^\s*[=+\-@]/);
      }),
    );
  });

  test('import --define reads definitions back', async (t) => {
    const store = await openMarket(t);
    const plain = { ...DEFINITION, code: 'xxdayrate', area: null, category: null, unit: '' };
    const odd = { ...DEFINITION, code: 'xxodd', description: 'He said "no", twice; not –5 °C' };
    const list = [DEFINITION, plain, odd];
    assert.deepEqual(await readDefinitions(piecesOf(writeDefinitions(list)), store), list);
  });

  test('a description that looks like a formula is exported as text', async () => {
    const text = writeDefinitions([{ ...DEFINITION, description: '=HYPERLINK("http://x")' }]);
    assert.match(text, /\nxxhrtest,"'=HYPERLINK\(""http:\/\/x""\)",EUR\/MWh,hour,DE,hrprice\n$/);
  });
});
