// Commands take the market's zone and the hours of blocks from the store that they are typed for.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readConfig } from '#config';
import { startApp } from '#serve/app';
import { openTerminal, type Terminal } from '../terminal.ts';

const HELSINKI = { env: { MARKET_TIME_ZONE: 'Europe/Helsinki' } };

/** A store of Helsinki with two days of hours, each the hour of the day in market time. */
async function fill(terminal: Terminal): Promise<void> {
  const define = await terminal.file(
    'series.csv',
    'code,description,unit,resolution,area,category\nfihrprice,Price,EUR/MWh,hour,FI,hrprice\n',
  );
  const rows = Array.from(
    { length: 48 },
    (_, i) =>
      `2024-05-${17 + Math.floor(i / 24)} ${String(i % 24).padStart(2, '0')}:00,${i % 24}\n`,
  );
  const values = await terminal.file('values.csv', `time,fihrprice\n${rows.join('')}`);
  const { code, stderr } = await terminal.run(['import', values, '--define', define], HELSINKI);
  assert.equal(code, 0, stderr);
}

const DAY = ['--from', '2024-05-17', '--to', '2024-05-17', '--csv'];

suite('the market of a store', () => {
  test('commands use the zone of the store if MARKET_TIME_ZONE is not set', async (t) => {
    const terminal = await openTerminal(t);
    await fill(terminal);
    const { code, stdout } = await terminal.run(['query', 'fihrprice', ...DAY]);
    assert.equal(code, 0);
    assert.match(stdout, /^time,value\n2024-05-16T21:00:00Z,0\n/);
    const more = await terminal.file('more.csv', 'time,fihrprice\n2024-05-19 00:00,7\n');
    assert.equal((await terminal.run(['import', more])).code, 0);
    const shown = await terminal.run(['series', 'show', 'fihrprice']);
    assert.match(shown.stdout, /to 2024-05-18T21:00:00Z/);
    assert.equal((await terminal.run(['compact', '--before', '2024-05-18'])).code, 0);
    assert.equal((await terminal.run(['export', '--out', `${terminal.folder}/x.csv`])).code, 0);
  });

  test('commands read dates as people write them, of the store’s market days', async (t) => {
    const terminal = await openTerminal(t);
    await fill(terminal);
    const plain = await terminal.run(['query', 'fihrprice', ...DAY]);
    for (const text of ['17 May 2024', 'Fri 17 May 2024', '17.05.2024']) {
      const written = ['--from', text, '--to', text, '--csv'];
      const { code, stdout } = await terminal.run(['query', 'fihrprice', ...written]);
      assert.equal(code, 0, text);
      assert.equal(stdout, plain.stdout, text);
    }
    const week = ['--from', '2024-W20', '--to', '2024-W20', '--csv'];
    const { stdout } = await terminal.run(['query', 'fihrprice', ...week]);
    assert.equal(stdout.trimEnd().split('\n').length, 49);
    const wrong = await terminal.run(['query', 'fihrprice', '--from', '05/06/2024']);
    assert.notEqual(wrong.code, 0);
    assert.match(wrong.stderr, /did you mean 2024-06-05 or 2024-05-06\?/);
  });

  test('another zone in the environment is refused', async (t) => {
    const terminal = await openTerminal(t);
    await fill(terminal);
    const env = { MARKET_TIME_ZONE: 'Europe/Berlin' };
    const { code, stderr } = await terminal.run(['query', 'fihrprice', ...DAY], { env });
    assert.equal(code, 1);
    assert.match(stderr, /the store was made for market time Europe\/Helsinki/);
  });

  test('a command that only reads does not give a new store its zone', async (t) => {
    const terminal = await openTerminal(t);
    await terminal.run(['plan', 'set', 'all', '--series', '*']);
    await terminal.run(['series', 'list']);
    await fill(terminal);
  });

  test('commands use the blocks that the server was last started with', async (t) => {
    const terminal = await openTerminal(t);
    await fill(terminal);
    const peak = ['query', 'fihrprice', ...DAY, '--resolution', 'peak'];
    const before = (await terminal.run(peak)).stdout;
    const settings = { STORE: terminal.storeUrl, PORT: '0', LOG_LEVEL: 'silent' };
    const env = { ...settings, ...HELSINKI.env, FORECASTS: 'false', BLOCK_HOURS: 'peak=08-20' };
    await (await startApp(readConfig(env), { isDemo: false })).close();
    const after = (await terminal.run(peak)).stdout;
    assert.match(before, /,14\n$/);
    assert.match(after, /,13\.5\n$/);
    const own = await terminal.run(peak, { env: { BLOCK_HOURS: 'peak=00-02' } });
    assert.match(own.stdout, /,0\.5\n$/);
  });

  test('commands count runs before the gate that the server was last started with', async (t) => {
    const terminal = await openTerminal(t);
    await fill(terminal);
    const scores = ['accuracy', '--area', 'FI', '--category', 'hrprice'];
    const closureOf = async (env = {}) =>
      /runs before (\S+)/.exec((await terminal.run(scores, { env })).stdout)?.[1];
    assert.equal(await closureOf(), '12:00');
    const settings = { STORE: terminal.storeUrl, PORT: '0', LOG_LEVEL: 'silent' };
    const env = { ...settings, ...HELSINKI.env, FORECASTS: 'false', GATE_CLOSURE: '11:15' };
    await (await startApp(readConfig(env), { isDemo: false })).close();
    assert.equal(await closureOf(), '11:15');
    assert.equal(await closureOf({ GATE_CLOSURE: '10:00' }), '10:00');
  });

  test('query counts one value as one value', async (t) => {
    const terminal = await openTerminal(t);
    await fill(terminal);
    const hour = ['--from', '2024-05-17T05:00', '--to', '2024-05-17T05:00'];
    const { stdout } = await terminal.run(['query', 'fihrprice', ...hour]);
    assert.match(stdout, /\n1 value; min 5/);
  });
});
