// gridtide expect and gridtide status: what is expected, and what is late.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { journal, openWithSeries } from './rule-terminal.ts';

const PRICES = ['2026-11-15T20:00Z,50', '2026-11-15T22:00Z,60'];

suite('gridtide expect', () => {
  test('expect set prints what is expected, expect list shows all, expect remove removes one', async (t) => {
    const terminal = await openWithSeries(t);
    const { run } = terminal;
    const set = await run(['expect', 'set', '*PRICE', 'by', '13:15']);
    assert.deepEqual([set.code, set.stdout], [0, '*price: expected by 13:15 through tomorrow\n']);
    await run(['expect', 'set', 'dedaygas', 'within P2D', '--source', 'entsoe']);
    assert.equal(
      (await run(['expect', 'list'])).stdout,
      [
        'SERIES    SOURCE  EXPECTED                   SINCE',
        'dedaygas  entsoe  within P2D                 2026-11-15T12:00:00Z',
        '*price            by 13:15 through tomorrow  2026-11-15T12:00:00Z',
        '',
      ].join('\n'),
    );
    assert.deepEqual(JSON.parse((await run(['expect', 'list', '--json'])).stdout)[0], {
      ...{ series: 'dedaygas', source: 'entsoe', expect: 'within P2D' },
      since: '2026-11-15T12:00:00Z',
    });
    const remove = ['expect', 'remove', 'dedaygas', '--source', 'entsoe'];
    const removed = 'dedaygas of entsoe: nothing expected any more';
    assert.equal((await run(remove)).stdout, `${removed}\n`);
    assert.deepEqual((await journal(terminal))[0], ['rule', removed]);
  });

  test('what makes no sense is refused with what is allowed', async (t) => {
    const { run } = await openWithSeries(t);
    for (const [argv, message] of [
      [['set', 'de*', 'by noon'], /"noon" is no time such as 13:15/],
      [['set', 'de*'], /EXPECTATION missing/],
      [['set', 'de!', 'none'], /a pattern is/],
      [['set', 'de*', 'none', '--source', 'x'], /there is no source "x"/],
    ] as const) {
      const { code, stderr } = await run(['expect', ...argv]);
      assert.notEqual(code, 0);
      assert.match(stderr, message);
    }
  });
});

suite('gridtide status', () => {
  test('late series come first, and --check ends with 1 if there is one', async (t) => {
    const terminal = await openWithSeries(t);
    const { run } = terminal;
    await terminal.importRows('dehrprice', PRICES);
    const calm = await run(['status', '--check']);
    assert.equal(calm.code, 0);
    assert.match(calm.stdout, /0 fresh, 0 late, 0 ended, 2 not-expected\n$/);
    await run(['expect', 'set', 'dehrprice', 'by 12:30']);
    await run(['expect', 'set', '*gas', 'within P2D']);
    const { code, stdout } = await run(['status', '--check']);
    assert.equal(code, 1);
    const lines = stdout.split('\n').map((line) => line.replace(/ {2,}/g, ' | '));
    assert.deepEqual(lines, [
      'SERIES | STATE | KNOWN UNTIL | EXPECTED BY | LAST CHANGE | HOLES | RULE',
      'dehrprice | late 30 min | 2026-11-15T23:00:00Z | 2026-11-15T11:30:00Z | 2026-11-15T12:00:00Z | 1 | dehrprice: by 12:30 through tomorrow',
      'dedaygas | fresh | - | 2026-11-17T12:00:00Z | - | 0 | *gas: within P2D',
      '1 fresh, 1 late, 0 ended, 0 not-expected',
      '',
    ]);
    assert.equal((await run(['status', '*gas', '--check'])).code, 0);
    assert.equal((await run(['status'])).code, 0);
  });

  test('--json prints what GET /api/v1/status/feeds has of each series', async (t) => {
    const terminal = await openWithSeries(t);
    await terminal.importRows('dehrprice', PRICES);
    const { stdout } = await terminal.run(['status', 'deh*', '--json']);
    const [row, ...others] = JSON.parse(stdout);
    assert.deepEqual(others, []);
    assert.deepEqual(row, {
      ...{ seriesId: 'dehrprice', area: null, resolution: 'hour', state: 'not-expected' },
      ...{ lastValue: '2026-11-15T22:00:00Z', knownUntil: '2026-11-15T23:00:00Z' },
      ...{ lastUpdated: '2026-11-15T12:00:00Z', expectedBy: null, lateSince: null },
      holes: { count: 1, missing: 1, first: '2026-11-15T21:00:00Z' },
      ...{ rule: null, source: null, feed: null },
    });
  });
});
