// Roles, keys for some series and service accounts on the command line.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findCaller } from '#accounts/authenticate';
import { openWithPlan, type Terminal } from '../../terminal.ts';

const roleOf = async (terminal: Terminal, name: string): Promise<[string, string[]]> => {
  const users = JSON.parse((await terminal.run(['user', 'list', '--json'])).stdout);
  const user = users.find((each: { name: string }) => each.name === name);
  return [user.role, user.writePatterns];
};

suite('roles on the command line', () => {
  test('user set gives each role, user list shows it, and gridtide audit says so', async (t) => {
    const terminal = await openWithPlan(t);
    await terminal.run(['user', 'add', 'anna', '--no-password']);
    for (const [argv, line, role] of [
      [['writer', '--series', 'DE*, fr*'], 'writer of de*,fr*', ['writer', ['de*', 'fr*']]],
      [['auditor'], 'auditor', ['auditor', []]],
      [['operator'], 'operator', ['operator', []]],
      [['reader'], 'reader', ['reader', []]],
    ] as const) {
      const { code, stdout } = await terminal.run(['user', 'set', 'ANNA', '--role', ...argv]);
      assert.deepEqual([code, stdout], [0, `the role of anna is ${line}\n`]);
      assert.deepEqual(await roleOf(terminal, 'anna'), role);
      assert.ok((await terminal.run(['user', 'list'])).stdout.includes(`all   ${line}`));
    }
    const { stdout } = await terminal.run(['audit']);
    assert.match(stdout, /The role is writer of de\*, fr\* now\./);
    assert.match(stdout, /operator-role-given.*An operator now\./);
    assert.match(stdout, /operator-role-taken.*The role is reader now\./);
  });

  test('user operator off leaves a writer a writer', async (t) => {
    const terminal = await openWithPlan(t);
    const argv = ['user', 'add', 'anna', '--no-password', '--role', 'writer', '--series', 'de*'];
    assert.equal((await terminal.run(argv)).code, 0);
    await terminal.run(['user', 'operator', 'anna', 'off']);
    assert.deepEqual(await roleOf(terminal, 'anna'), ['writer', ['de*']]);
    await terminal.run(['user', 'operator', 'anna', 'on']);
    await terminal.run(['user', 'operator', 'anna', 'off']);
    assert.deepEqual(await roleOf(terminal, 'anna'), ['reader', []]);
  });

  test('user add --service makes a service account, which gets no password', async (t) => {
    const terminal = await openWithPlan(t);
    const added = await terminal.run(['user', 'add', 'loader', '--service']);
    assert.deepEqual(
      [added.code, added.stdout],
      [0, 'service account loader added with plan all\n'],
    );
    assert.match((await terminal.run(['user', 'list'])).stdout, /reader +active, service +none/);
    const argv = ['user', 'password', 'loader', '--password-stdin'];
    const password = await terminal.run(argv, { stdin: 'tidal basin 47 lamps' });
    assert.deepEqual(
      [password.code, password.stdout, /which has no password/.test(password.stderr)],
      [1, '', true],
    );
    assert.equal((await terminal.run(['key', 'add', 'loader', 'nightly'])).code, 0);
  });

  test('key add --role --series --expires makes a key that says all of it', async (t) => {
    const terminal = await openWithPlan(t);
    await terminal.run([
      'user',
      'add',
      'loader',
      '--service',
      '--role',
      'writer',
      '--series',
      'de*',
    ]);
    const argv = ['key', 'add', 'loader', 'feed', '--role', 'writer', '--series', '*price,*load'];
    const { code, stdout } = await terminal.run([...argv, '--expires', '2026-12-31']);
    assert.equal(code, 0);
    assert.match(stdout, /^gtw_\w+\n$/);
    const caller = await terminal.withStore(async ({ accounts }) =>
      findCaller(accounts, stdout.trim(), Date.parse('2026-11-16')),
    );
    assert.deepEqual(caller!.credential.patterns, ['*price', '*load']);
    assert.deepEqual(caller!.plan.patterns, ['*price', '*load']);
    const listed = await terminal.run(['key', 'list', 'loader']);
    assert.match(
      listed.stdout,
      /loader +feed +write \*price,\*load +\S+ +never +2026-12-31T23:00:00Z/,
    );
    const [key] = JSON.parse((await terminal.run(['key', 'list', '--json'])).stdout);
    assert.deepEqual([key.role, key.series, key.operator], ['writer', ['*price', '*load'], false]);
  });

  test('key add --operator says that it makes a reader an operator', async (t) => {
    const terminal = await openWithPlan(t);
    await terminal.run(['user', 'add', 'anna', '--no-password']);
    const first = await terminal.run(['key', 'add', 'anna', 'desk', '--operator']);
    assert.match(first.stderr, /anna is an operator now/);
    assert.deepEqual(await roleOf(terminal, 'anna'), ['operator', []]);
    const second = await terminal.run(['key', 'add', 'anna', 'again', '--role', 'operator']);
    assert.match(second.stdout, /^gto_/);
    assert.doesNotMatch(second.stderr, /operator now/);
  });

  for (const [argv, code, line] of [
    [['user', 'set', 'anna'], 2, /--role ROLE missing/],
    [['user', 'set', 'anna', '--role', 'king'], 1, /not a role: "king"/],
    [['user', 'set', 'anna', '--role', 'writer'], 1, /--series: a writer needs patterns/],
    [['user', 'set', 'anna', '--role', 'reader', '--series', 'de*'], 1, /only a writer has/],
    [['user', 'set', 'nobody', '--role', 'reader'], 1, /there is no user "nobody"/],
    [['user', 'add', 'bo', '--service', '--password-stdin'], 2, /exclude each other/],
    [['key', 'add', 'anna', 'k', '--role', 'writer'], 1, /role of "anna" is reader: a key never/],
    [['key', 'add', 'anna', 'k', '--role', 'king'], 1, /not a role: "king"/],
    [['key', 'add', 'anna', 'k', '--role', 'reader', '--operator'], 2, /exclude each other/],
    [['key', 'add', 'anna', 'k', '--operator', '--series', 'de*'], 1, /is for all series/],
    [['key', 'add', 'anna', 'k', '--series', 'd e'], 1, /a pattern is/],
    [['key', 'add', 'anna', 'k', '--series', ','], 1, /give 1 to 100 patterns/],
  ] as const) {
    test(`${argv.join(' ')} is refused and changes nothing`, async (t) => {
      const terminal = await openWithPlan(t);
      await terminal.run(['user', 'add', 'anna', '--no-password']);
      const done = await terminal.run([...argv]);
      assert.deepEqual([done.code, done.stdout], [code, '']);
      assert.match(done.stderr, line);
      assert.deepEqual(await roleOf(terminal, 'anna'), ['reader', []]);
      assert.equal((await terminal.run(['key', 'list', '--json'])).stdout.trim(), '[]');
    });
  }
});
