// gridtide rule: setting, listing and removing rules.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { journal, openWithSeries } from './rule-terminal.ts';

suite('gridtide rule', () => {
  test('rule set prints the rule, rule list shows all, rule remove removes one', async (t) => {
    const { run } = await openWithSeries(t);
    const set = await run([
      'rule',
      'set',
      'DEHRPRICE',
      '--min=-500',
      '--max',
      '4000',
      '--step',
      '1500.5',
    ]);
    assert.deepEqual(
      [set.code, set.stdout],
      [0, 'dehrprice: values from -500 to 4000, steps up to 1500.5\n'],
    );
    await run(['rule', 'set', 'dedaygas', '--step', '5']);
    assert.equal(
      (await run(['rule', 'list'])).stdout,
      [
        'SERIES     LOWEST  HIGHEST  LARGEST STEP',
        'dedaygas                    5',
        'dehrprice  -500    4000     1500.5',
        '',
      ].join('\n'),
    );
    assert.equal(
      (await run(['rule', 'remove', 'dedaygas'])).stdout,
      'dedaygas: no rule any more\n',
    );
    assert.deepEqual(JSON.parse((await run(['rule', 'list', '--json'])).stdout), [
      { code: 'dehrprice', lowest: -500, highest: 4000, largestStep: 1500.5 },
    ]);
  });

  test('rule set replaces the whole rule, and the journal says who did what', async (t) => {
    const terminal = await openWithSeries(t);
    await terminal.run(['rule', 'set', 'dehrprice', '--min', '-500', '--max', '4000']);
    const { stdout } = await terminal.run(['rule', 'set', 'dehrprice', '--min=0']);
    assert.equal(stdout, 'dehrprice: values from 0\n');
    await terminal.run(['rule', 'remove', 'dehrprice']);
    assert.deepEqual((await journal(terminal)).slice(0, 3), [
      ['rule', 'dehrprice: no rule any more'],
      ['rule', 'dehrprice: values from 0'],
      ['rule', 'dehrprice: values from -500 to 4000'],
    ]);
    const [entry] = await terminal.withStore((store) => store.listEntries({ limit: 1 }));
    assert.match(entry!.actor, /^\S.* on command line$/);
  });

  for (const [argv, code, line] of [
    [['set', 'dehrprice'], 2, /a rule needs a lowest value, a highest value or a largest step/],
    [['set', 'dehrprice', '--min=5', '--max=4'], 2, /the lowest value, 5, is above the highest, 4/],
    [['set', 'dehrprice', '--step=0'], 2, /a number above 0, not 0/],
    [['set', 'dehrprice', '--max=high'], 2, /--max is a number, not "high"/],
    [['set', 'dehrprice', '--max='], 2, /--max is a number, not ""/],
    [['set', 'dehrprise', '--max=4'], 1, /no series "dehrprise" \(did you mean dehrprice\?\)/],
    [['remove', 'nothing'], 1, /no series "nothing"/],
    [['set'], 2, /SERIES missing/],
  ] as const) {
    test(`rule ${argv.join(' ')} is refused and sets nothing`, async (t) => {
      const { run } = await openWithSeries(t);
      const outcome = await run(['rule', ...argv]);
      assert.deepEqual([outcome.code, outcome.stdout], [code, '']);
      assert.match(outcome.stderr, line);
      assert.equal((await run(['rule', 'list', '--json'])).stdout, '[]\n');
    });
  }
});
