// No text of a file, a store or an argument reaches a terminal as something that it obeys.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openWithPlan } from '../terminal.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const ODD = '\u001b[2Jx\u009b31m\u202ey\u2066z';
/** A terminal without colours, so that the program writes no sequence of its own. */
const ON_TERMINAL = { isTerminal: true, env: { NO_COLOR: '1' } };

suite('what a terminal shows', () => {
  test('a stored text with odd characters is shown escaped, in tables and in JSON', async (t) => {
    const terminal = await openWithPlan(t);
    await terminal.withStore(({ accounts }) =>
      accounts.addEntry({
        recordedAt: 0,
        actor: ODD,
        kind: ODD,
        name: ODD,
        detail: ODD,
      }),
    );
    for (const more of [[], ['--json']]) {
      const { stdout } = await terminal.run(['audit', ...more], ON_TERMINAL);
      assert.doesNotMatch(stdout, OBEYED);
      assert.match(stdout, /\\u009b31m\\u202ey/);
    }
  });

  test('a pipe gets the JSON of a stored text unchanged', async (t) => {
    const terminal = await openWithPlan(t);
    await terminal.withStore(({ accounts }) =>
      accounts.addEntry({ recordedAt: 0, actor: ODD, kind: 'odd', name: ODD, detail: ODD }),
    );
    const { stdout } = await terminal.run(['audit', '--json']);
    assert.equal(
      JSON.parse(stdout).find(({ kind }: { kind: string }) => kind === 'odd').actor,
      ODD,
    );
  });

  for (const argv of [
    ['user', 'disable', ODD],
    ['user', 'list', ODD],
    [ODD],
    ['import', `missing${ODD}.csv`],
    ['import', '--define', `\u001b]0;title\u0007${ODD}.csv`],
    ['query', ODD],
    ['user', 'unlock', 'anna', '--address', ODD],
    ['key', 'add', 'anna', ODD],
    ['export', ODD, '--to', 'x.csv'],
    ['backup', `/missing${ODD}/x.db`],
    ['check', '--store', `sqlite:/missing${ODD}/x.db`],
    ['plan', 'set', ODD, '--series', '*'],
    ['user', 'plan', 'anna', ODD],
    ['rule', 'set', ODD, '--minimum', '1'],
    ['fetch', ODD],
  ]) {
    test(`an argument with odd characters is shown escaped by ${argv
      .slice(0, 2)
      .join(' ')
      .replaceAll(/[^ -~]/g, '')}`, async (t) => {
      const terminal = await openWithPlan(t);
      await terminal.run(['user', 'add', 'anna', '--no-password']);
      const { stdout, stderr, code } = await terminal.run(argv, ON_TERMINAL);
      assert.doesNotMatch(stdout, OBEYED);
      assert.doesNotMatch(stderr, OBEYED);
      assert.notEqual(code, 0);
    });
  }
});
