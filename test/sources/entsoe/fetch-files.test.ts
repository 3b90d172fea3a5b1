// gridtide fetch entsoe with files, as it is typed.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { powerFields, powerXml } from './entsoe-documents.ts';
import { DAY, NO_DATA, openFetchTerminal, prices } from './fetch-terminal.ts';

suite('gridtide fetch entsoe FILE', () => {
  test('fetch stores a file, says what was new, and changes nothing the second time', async (t) => {
    const terminal = await openFetchTerminal(t);
    const file = await terminal.file('prices.xml', prices(5));
    const first = await terminal.run(['entsoe', file]);
    assert.deepEqual([first.code, first.stderr], [0, '']);
    assert.equal(first.stdout, `${file}: 24 points (24 new, 0 changed, 0 same) in 1 series\n`);
    assert.match((await terminal.run(['entsoe', file])).stdout, /\(0 new, 0 changed, 24 same\)/);
    assert.deepEqual(await terminal.valuesOf('nlhrprice', '2024-09-01T22:00Z', 2), [5, 5]);
  });

  test('fetch stores files in the order in which they were made, whatever their names are', async (t) => {
    const terminal = await openFetchTerminal(t);
    const newer = await terminal.file('a.xml.gz', gzipSync(prices(2)));
    const older = await terminal.file('b.xml', prices(1).replace('2026-05-07T10', '2026-05-06T10'));
    const { stdout } = await terminal.run(['entsoe', newer, older]);
    assert.ok(stdout.indexOf('b.xml') < stdout.indexOf('a.xml.gz'));
    assert.deepEqual(await terminal.valuesOf('nlhrprice', '2024-09-01T22:00Z', 1), [2]);
  });

  test('fetch says "no data" and why, with exit code 0', async (t) => {
    const terminal = await openFetchTerminal(t);
    const { code, stdout } = await terminal.run(['entsoe', '-'], {}, NO_DATA);
    assert.equal(code, 0);
    assert.equal(
      stdout,
      'stdin: no data: No matching data found for Data item ENERGY_PRICES [12.1.D]\n',
    );
  });

  test('fetch names file, line and reason of what it refuses, and stores nothing of it', async (t) => {
    const terminal = await openFetchTerminal(t);
    const bad = prices(5).replace(
      '</Period>',
      '<Point><position>99</position><price.amount>1</price.amount></Point></Period>',
    );
    const file = await terminal.file('bad.xml', bad);
    const { code, stderr } = await terminal.run(['entsoe', file]);
    assert.equal(code, 1);
    assert.match(stderr, /bad\.xml line \d+: position 99 is not one of the period's 24\n$/);
    assert.equal(await terminal.valuesOf('nlhrprice', '2024-09-01T22:00Z', 1), undefined);
  });

  test('a forecast is counted as points and as runs', async (t) => {
    const terminal = await openFetchTerminal(t);
    const periods = [{ ...DAY, resolution: 'PT15M', points: { 1: 1 } }];
    const fields = powerFields('10YNL----------L', 'out');
    const text = powerXml('A65', 'A01', { curve: 'A03', fields, periods });
    const { stdout } = await terminal.run(['entsoe', await terminal.file('forecast.xml', text)]);
    assert.match(
      stdout,
      /: 120 points \(120 new, 0 changed, 0 same\), 2 runs \(2 new, 0 changed, 0 same\) in 4 series\n$/,
    );
  });

  test('quarter hours make hours too, unless --no-hourly is given', async (t) => {
    const terminal = await openFetchTerminal(t);
    const file = await terminal.file('prices.xml', prices(5, '10YNL----------L', 'PT15M'));
    await terminal.run(['entsoe', file, '--no-hourly']);
    assert.equal(await terminal.valuesOf('nlhrprice', '2024-09-01T22:00Z', 1), undefined);
    assert.deepEqual(await terminal.valuesOf('nlqhprice', '2024-09-01T22:00Z', 1), [5]);
    await terminal.run(['entsoe', file]);
    assert.deepEqual(await terminal.valuesOf('nlhrprice', '2024-09-01T22:00Z', 1), [5]);
    const both = await terminal.run(['entsoe', file, '--hourly', '--no-hourly']);
    assert.equal(both.code, 2);
    assert.match(both.stderr, /--hourly and --no-hourly exclude each other/);
  });
});
