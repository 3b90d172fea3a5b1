import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { openTerminal, storedValues } from '../../terminal.ts';

const DEFINE =
  'code,description,unit,resolution,area,category\ndehrprice,Price,EUR/MWh,hour,DE,hrprice\n';
const PRICES = 'series,time,value\ndehrprice,2024-05-17T10:00Z,1\ndehrprice,2024-05-17T11:00Z,2\n';
const SPEED = String.raw`\d+\.\d\d s, [\d,.]+( million)? rows/s`;

suite('gridtide import', () => {
  test('import defines series, stores files and says what was new', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE);
    const prices = await terminal.file('prices.csv', PRICES);
    const first = await terminal.run(['import', prices, '--define', define]);
    assert.deepEqual([first.code, first.stderr], [0, '']);
    assert.match(
      first.stdout,
      new RegExp(
        `^.*prices\\.csv: 2 points \\(2 new, 0 changed, 0 same\\) in 1 series, ${SPEED}\n.*series\\.csv: 1 series defined\n$`,
      ),
    );
    const again = await terminal.run(['import', prices, prices]);
    assert.equal(
      again.stdout.match(/2 points \(0 new, 0 changed, 2 same\) in 1 series/g)!.length,
      2,
    );
    assert.deepEqual(await storedValues(terminal), [1, 2]);
  });

  test('import reads gzip, zstd and standard input', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE);
    const text = (value: number): string =>
      `series,time,value\ndehrprice,2024-05-17T10:00Z,${value}\n`;
    const gz = await terminal.file('a.csv.gz', gzipSync(text(1)));
    const zst = await terminal.file('b.csv.zst', zstdCompressSync(text(2)));
    const { code, stdout } = await terminal.run(['import', '--define', define, gz, zst, '-'], {
      stdin: text(3),
    });
    assert.equal(code, 0);
    assert.match(stdout, /1 new.*\n.*1 changed.*\nstdin: 1 point \(0 new, 1 changed/);
    assert.deepEqual(await storedValues(terminal), [3]);
  });

  test('a bad line is named with its file, and the files before it are stored', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE);
    const good = await terminal.file('good.csv', PRICES);
    const bad = await terminal.file('bad.csv', `${PRICES}dehrprice,2024-05-17T12:00Z,x\n`);
    const { code, stdout, stderr } = await terminal.run([
      'import',
      '--define',
      define,
      good,
      bad,
      good,
    ]);
    assert.equal(code, 1);
    assert.equal(
      stderr,
      `gridtide import: ${bad} line 4: column "value": "x" is not a finite number\n`,
    );
    assert.equal(stdout.split('\n').length, 2);
    assert.deepEqual(await storedValues(terminal), [1, 2]);
  });

  test('a bad definition stores nothing at all', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', `${DEFINE}xx,Bad,MWh,minute,,\n`);
    const prices = await terminal.file('prices.csv', PRICES);
    const { code, stderr } = await terminal.run(['import', prices, '--define', define]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^gridtide import: .*series\.csv line 3: column "resolution": "minute" is not a resolution/,
    );
    assert.equal(await terminal.withStore((store) => store.countSeries()), 0);
  });

  test('definitions are stored with the first file, and not if that is refused', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE);
    const bad = await terminal.file('bad.csv', 'series,time,value\ndehrprice,never,1\n');
    assert.equal((await terminal.run(['import', bad, '--define', define])).code, 1);
    assert.equal(await terminal.withStore((store) => store.countSeries()), 0);
  });

  test('import --define alone makes the series', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE);
    const { code, stdout } = await terminal.run(['import', '--define', define]);
    assert.equal(code, 0);
    assert.match(stdout, /series\.csv: 1 series defined\n$/);
    const series = await terminal.withStore(async (store) => store.findSeries('dehrprice'));
    assert.deepEqual([series!.area, series!.category], ['DE', 'hrprice']);
  });

  test('--store wins over STORE', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE);
    const elsewhere = `${terminal.storeUrl}.other`;
    await terminal.run(['import', '--define', define], { env: { STORE: 'sqlite:' } });
    const { code } = await terminal.run(['import', '--define', define, '--store', elsewhere]);
    assert.equal(code, 0);
    assert.equal(await terminal.withStore((store) => store.countSeries()), 0);
  });

  test('a store that was filled in one market time zone refuses another', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE);
    const prices = await terminal.file('prices.csv', PRICES);
    const london = { env: { MARKET_TIME_ZONE: 'Europe/London' } };
    assert.equal((await terminal.run(['import', prices, '--define', define], london)).code, 0);
    const berlin = { env: { MARKET_TIME_ZONE: 'Europe/Berlin' } };
    const { code, stderr } = await terminal.run(['import', prices], berlin);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /the store was made for market time Europe\/London; start with MARKET_TIME_ZONE=Europe\/London/,
    );
    assert.equal((await terminal.run(['import', prices], london)).code, 0);
  });

  test('a terminal shows how far an import is, and is left clean', async (t) => {
    const terminal = await openTerminal(t);
    const define = await terminal.file('series.csv', DEFINE);
    const prices = await terminal.file('prices.csv', PRICES);
    const { stderr } = await terminal.run(['import', prices, '--define', define], {
      isTerminal: true,
      // The line begins with the path, which is long on some machines.
      columns: 200,
    });
    assert.match(stderr, /prices\.csv █+ 100% 0\.0 of 0\.0 MB/);
    assert.ok(stderr.endsWith('\r\u001b[K'));
  });
});
