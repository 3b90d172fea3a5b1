// Commands that remove what does not exist, and listings of series that do not exist, end with exit code 1.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { COMMANDS } from '#cli/command-table';
import { journal, openWithSeries } from './rule-terminal.ts';

const IDENTITY = ['--issuer', 'https://sso.example', '--subject', 'x'];

/** What is typed for each command, and what is said of it. */
const REMOVALS: Readonly<Record<string, readonly [argv: readonly string[], message: RegExp]>> = {
  'service remove': [['--root', '/nonexistent'], /there is no unit/],
  'webhook remove': [['0123456789abcdef'], /no webhook/],
  'rule remove': [['dehrprice'], /dehrprice: there is no rule/],
  'expect remove': [['zz*'], /zz\*: there is no expectation/],
  'alert remove': [['none'], /no alert/],
  'forecast remove': [['none'], /there is no forecast "none"/],
  'key revoke': [['anna', 'none'], /There is no key "none"/],
  'link revoke': [['anna', '0123456789abcdef'], /no link/],
};

/** Commands that remove by an option, and listings by a pattern or an area. */
const OTHERS: readonly (readonly [argv: readonly string[], message: RegExp])[] = [
  [['user', 'identity', 'anna', '--remove', ...IDENTITY], /anna is not "x"/],
  [['alert', 'silence', 'low', '--end'], /low: there is no such silence/],
  [['series', 'list', 'zz*'], /no series matches "zz\*"/],
  [['status', 'zz*'], /no series matches "zz\*"/],
  [['status', 'de*', 'zz*', '--check'], /no series matches "zz\*"/],
  [['status', 'dehrprise'], /no series "dehrprise" \(did you mean dehrprice\?\)/],
  [['status', '--area', 'ZZ'], /no series of --area ZZ matches/],
];

suite('commands with nothing to do', () => {
  test('every command that removes is in the table', async () => {
    const found: string[] = [];
    for (const { load } of COMMANDS) {
      const loaded = await load();
      for (const { name } of 'commands' in loaded ? loaded.commands : [loaded])
        if (/ (?:remove|revoke)$/.test(name)) found.push(name);
    }
    assert.deepEqual(found.sort(), Object.keys(REMOVALS).sort());
  });

  test('a command that finds nothing says so, ends with 1 and leaves no entry in the journal', async (t) => {
    const terminal = await openWithSeries(t);
    await terminal.run(['plan', 'set', 'all', '--series', '*']);
    await terminal.run(['user', 'add', 'anna', '--no-password']);
    await terminal.run(['alert', 'add', 'low', 'dehrprice < 0']);
    const before = await journal(terminal);
    const cases = Object.entries(REMOVALS).map(
      ([name, [argv, message]]) => [[...name.split(' '), ...argv], message] as const,
    );
    for (const [argv, message] of [...cases, ...OTHERS]) {
      const { code, stdout, stderr } = await terminal.run(argv);
      assert.deepEqual([code, stdout], [1, ''], argv.join(' '));
      assert.match(stderr, message);
    }
    assert.deepEqual(await journal(terminal), before);
  });
});
