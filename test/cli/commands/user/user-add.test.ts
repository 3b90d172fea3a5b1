// gridtide user add: by a link, a password, or without either.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { verifyPassword } from '#accounts/passwords';
import { SignInCodes } from '#accounts/sign-in-codes';
import { openTerminal, openWithPlan, type Terminal } from '../../terminal.ts';

const GOOD = 'tidal basin 47 lamps';
const NOW = Date.parse('2026-11-15T12:00:00Z');
const OTHER = 'seven quiet herons!';

const hasPassword = (terminal: Terminal, name: string, password: string): Promise<boolean> =>
  terminal.withStore(async ({ accounts }) =>
    verifyPassword(password, (await accounts.findUser(name))!.passwordHash),
  );

suite('gridtide user add', () => {
  test('user add takes the password from standard input', async (t) => {
    const terminal = await openWithPlan(t);
    const added = await terminal.run(['user', 'add', 'Anna', '--plan', 'all', '--password-stdin'], {
      stdin: `${GOOD}\nnot this line\n`,
    });
    assert.deepEqual([added.code, added.stdout], [0, 'user Anna added with plan all\n']);
    assert.ok(await hasPassword(terminal, 'anna', GOOD));
  });

  test('user add --password asks twice on a terminal, shows nothing typed, and obeys the erase keys', async (t) => {
    const terminal = await openWithPlan(t);
    const typed = `wrong\u0015${GOOD}x\u007f\r${GOOD}\r`;
    const added = await terminal.run(['user', 'add', 'anna', '--password'], {
      stdin: typed,
      isTerminal: true,
    });
    assert.equal(added.code, 0);
    assert.equal(added.stderr, 'Password: \nOnce more: \n');
    assert.ok(await hasPassword(terminal, 'anna', GOOD));
  });

  test('user add --password refuses two different passwords, an interrupt, and a missing terminal', async (t) => {
    const terminal = await openWithPlan(t);
    const isTerminal = true;
    for (const [call, line] of [
      [{ stdin: `${GOOD}\r${OTHER}\r`, isTerminal }, /the two passwords differ/],
      [{ stdin: `${GOOD}\u0003`, isTerminal }, /given up/],
      [{ stdin: GOOD }, /there is no terminal to ask for a password: give --password-stdin/],
    ] as const) {
      const { code, stderr } = await terminal.run(['user', 'add', 'anna', '--password'], call);
      assert.equal(code, 1);
      assert.match(stderr, line);
    }
    assert.deepEqual(await terminal.withStore(({ accounts }) => accounts.listUsers()), []);
  });

  test('user add --no-password makes a user who signs in with keys only', async (t) => {
    const terminal = await openWithPlan(t);
    assert.equal((await terminal.run(['user', 'add', 'robot', '--no-password'])).code, 0);
    const user = await terminal.withStore(({ accounts }) => accounts.findUser('robot'));
    assert.equal(user!.passwordHash, null);
  });

  test('user add prints a link that signs in once, and asks for nothing', async (t) => {
    const terminal = await openWithPlan(t);
    const onTerminal = { isTerminal: true, stdin: '' };
    const { code, stdout, stderr } = await terminal.run(['user', 'add', 'anna'], onTerminal);
    assert.deepEqual([code, stderr], [0, '']);
    const [said, path = ''] = stdout.trim().split('\n');
    assert.equal(said, 'user anna added with plan all');
    const [, secret = ''] = /^\/\?code=(\S+)$/.exec(path)!;
    await terminal.withStore(async ({ accounts }) => {
      const codes = new SignInCodes(accounts);
      assert.equal((await codes.take(secret, NOW))?.toLowerCase(), 'anna');
      assert.equal(await codes.take(secret, NOW), undefined);
    });
    const bob = await terminal.run(['user', 'add', 'bob', '--no-password', '--link']);
    assert.match(bob.stdout, /\n\/\?code=\S+\n$/);
  });

  test('user add refuses options that say different things', async (t) => {
    const { run } = await openWithPlan(t);
    for (const [one, other] of [
      ['--no-password', '--password-stdin'],
      ['--no-password', '--password'],
      ['--password', '--password-stdin'],
      ['--service', '--password-stdin'],
      ['--service', '--password'],
      ['--service', '--link'],
    ] as const) {
      const { code, stderr } = await run(['user', 'add', 'anna', one, other]);
      assert.equal(code, 2);
      assert.ok(stderr.includes(`${one} and ${other} exclude each other`), stderr);
    }
  });

  test('user add needs a plan, unless there is only one', async (t) => {
    const terminal = await openTerminal(t);
    const add = ['user', 'add', 'robot', '--no-password'];
    assert.match((await terminal.run(add)).stderr, /there is no plan yet/);
    await terminal.run(['plan', 'set', 'all', '--series', '*']);
    await terminal.run(['plan', 'set', 'germany', '--series', 'de*']);
    const { code, stderr } = await terminal.run(add);
    assert.equal(code, 2);
    assert.match(stderr, /--plan PLAN missing; there are all, germany/);
    assert.match((await terminal.run([...add, '--plan', 'none'])).stderr, /no plan "none"/);
  });
});
