import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openTerminal, openWithPlan } from '../terminal.ts';

suite('gridtide plan', () => {
  test('plan set makes a plan with defaults, then changes only what is given', async (t) => {
    const { run } = await openTerminal(t);
    const made = await run(['plan', 'set', 'germany', '--series', 'DE*, *hrprice']);
    assert.equal(
      made.stdout,
      'plan germany: de*,*hrprice, 600 requests a minute, 500,000 points an answer\n',
    );
    const changed = await run([
      'plan',
      'set',
      'germany',
      '--points',
      '1000',
      '--requests-per-minute',
      '5',
    ]);
    assert.equal(
      changed.stdout,
      'plan germany: de*,*hrprice, 5 requests a minute, 1,000 points an answer\n',
    );
  });

  test('plan list prints an aligned table, one plan, or JSON', async (t) => {
    const { run } = await openTerminal(t);
    await run(['plan', 'set', 'germany', '--series', 'de*']);
    await run(['plan', 'set', 'all', '--series', '*', '--points', '12345678']);
    assert.equal(
      (await run(['plan', 'list'])).stdout,
      [
        'NAME     REQUESTS/MIN      POINTS  SERIES',
        'all               600  12,345,678  *',
        'germany           600     500,000  de*',
        '',
      ].join('\n'),
    );
    assert.equal((await run(['plan', 'list', 'germany'])).stdout.split('\n').length, 3);
    assert.deepEqual(JSON.parse((await run(['plan', 'list', '--json'])).stdout)[1], {
      name: 'germany',
      series: ['de*'],
      requestsPerMinute: 600,
      pointsPerAnswer: 500_000,
    });
  });

  for (const [argv, code, line] of [
    [['set', 'new'], 2, /the plan new is new: --series PATTERNS missing/],
    [
      ['set', 'new', '--series', '*', '--points', 'many'],
      2,
      /--points is a whole number, not "many"/,
    ],
    [['set', 'new', '--series', '*', '--points', '0'], 1, /whole number from 1/],
    [['set', 'new', '--series', 'de*,,x'], 1, /a pattern is/],
    [['set', 'a plan', '--series', '*'], 1, /a plan’s name is/],
    [['list', 'none'], 1, /no plan "none"/],
  ] as const) {
    test(`plan ${argv.join(' ')} is refused`, async (t) => {
      const outcome = await (await openWithPlan(t)).run(['plan', ...argv]);
      assert.equal(outcome.code, code);
      assert.match(outcome.stderr, line);
    });
  }
});
