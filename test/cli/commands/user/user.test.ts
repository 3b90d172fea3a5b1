import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pairOf } from '#accounts/check-attempt';
import { verifyPassword } from '#accounts/passwords';
import { openSignInService } from '#accounts/sign-in-service';
import { openWithPlan, type Terminal } from '../../terminal.ts';

const GOOD = 'tidal basin 47 lamps';
const NOW = Date.parse('2026-11-15T12:00:00Z');
const OTHER = 'seven quiet herons!';

const hasPassword = (terminal: Terminal, name: string, password: string): Promise<boolean> =>
  terminal.withStore(async ({ accounts }) =>
    verifyPassword(password, (await accounts.findUser(name))!.passwordHash),
  );

suite('gridtide user', () => {
  test('user password changes the password', async (t) => {
    const terminal = await openWithPlan(t);
    await terminal.run(['user', 'add', 'anna', '--password-stdin'], { stdin: GOOD });
    const { code } = await terminal.run(['user', 'password', 'ANNA', '--password-stdin'], {
      stdin: OTHER,
    });
    assert.equal(code, 0);
    assert.ok(await hasPassword(terminal, 'anna', OTHER));
    assert.ok(!(await hasPassword(terminal, 'anna', GOOD)));
  });

  for (const [more, line, kept] of [
    [[], 'keys ended: "report"', ['desk']],
    [['--end-keys', 'since'], 'keys ended: "report"', ['desk']],
    [['--end-keys', 'all'], 'keys ended: "desk", "report"', []],
    [['--end-keys', 'none'], 'no key ended', ['desk', 'report']],
  ] as const) {
    test(`user password ${more.join(' ')} says which keys it ended`, async (t) => {
      const terminal = await openWithPlan(t);
      await terminal.run(['user', 'add', 'anna', '--password-stdin'], { stdin: GOOD });
      await terminal.run(['key', 'add', 'anna', 'report']);
      await terminal.run(['key', 'add', 'anna', 'desk', '--operator']);
      const argv = ['user', 'password', 'anna', '--password-stdin', ...more];
      const { stdout } = await terminal.run(argv, { stdin: OTHER });
      assert.equal(stdout, `password of anna changed; ${line}\n`);
      const keys = JSON.parse((await terminal.run(['key', 'list', '--json'])).stdout);
      assert.deepEqual(
        keys.map(({ name }: { name: string }) => name),
        kept,
      );
    });
  }

  test('user password refuses another word for --end-keys and changes nothing', async (t) => {
    const terminal = await openWithPlan(t);
    await terminal.run(['user', 'add', 'anna', '--password-stdin'], { stdin: GOOD });
    const argv = ['user', 'password', 'anna', '--password-stdin', '--end-keys', 'sinse'];
    const { code, stderr } = await terminal.run(argv, { stdin: OTHER });
    assert.equal(code, 2);
    assert.match(
      stderr,
      /--end-keys is one of since, all, none, not "sinse" \(did you mean since\?\)/,
    );
    assert.ok(await hasPassword(terminal, 'anna', GOOD));
  });

  test('user unlock forgets failed sign-ins and says so', async (t) => {
    const terminal = await openWithPlan(t);
    await terminal.run(['user', 'add', 'anna', '--password-stdin'], { stdin: GOOD });
    const attempt = { userName: 'anna', password: 'wrong', address: '198.51.100.7' };
    const failuresOf = (argv: string[]) =>
      terminal.withStore(async ({ accounts }) => {
        const service = openSignInService(accounts);
        for (let i = 0; i < 20; i++) {
          await service.pairFailures.record(
            Object.values(pairOf(attempt)) as [string, string],
            NOW,
          );
          await service.addressFailures.record(attempt.address, NOW);
        }
        const { code, stdout } = await terminal.run(['user', 'unlock', ...argv]);
        assert.equal(code, 0);
        const { user, address } = pairOf(attempt);
        return [
          stdout,
          await service.pairFailures.retryAfterSeconds([user, address], NOW),
          await service.addressFailures.retryAfterSeconds(address, NOW),
        ];
      });
    const one = 'failed sign-ins of anna forgotten\n';
    assert.deepEqual(await failuresOf(['ANNA']), [one, 0, 300]);
    const both = 'failed sign-ins of anna and of 198.51.100.7 forgotten\n';
    assert.deepEqual(await failuresOf(['anna', '--address', '198.51.100.7']), [both, 0, 0]);
    const { code, stderr } = await terminal.run(['user', 'unlock', 'anna', '--address', 'here']);
    assert.equal(code, 2);
    assert.match(stderr, /--address is an IP address, not "here"/);
  });

  test('user disable, enable and plan change a user, and user list shows it', async (t) => {
    const terminal = await openWithPlan(t);
    await terminal.run(['plan', 'set', 'germany', '--series', 'de*']);
    await terminal.run(['user', 'add', 'bo', '--no-password', '--plan', 'all']);
    await terminal.run(['user', 'add', 'anna', '--no-password', '--plan', 'all']);
    assert.equal((await terminal.run(['user', 'disable', 'bo'])).stdout, 'user bo disabled\n');
    assert.equal(
      (await terminal.run(['user', 'plan', 'anna', 'germany'])).stdout,
      'user anna has plan germany\n',
    );
    await terminal.withStore(async ({ accounts }) => {
      const { id } = (await accounts.findUser('anna'))!;
      const lastAt = Date.parse('2026-11-15T11:00:00Z');
      const day = Math.floor(lastAt / 86_400_000);
      const count = { userId: id, lastAt };
      await accounts.addRequestCounts([
        { ...count, day, requests: 12 },
        { ...count, day: day - 7, requests: 20, lastAt: 0 },
      ]);
    });
    assert.equal(
      (await terminal.run(['user', 'list'])).stdout,
      [
        'NAME  PLAN     ROLE    STATE     PASSWORD  CREATED               LAST SEEN             TODAY  A DAY',
        'anna  germany  reader  active    none      2026-11-15T12:00:00Z  2026-11-15T11:00:00Z     12    2.9',
        'bo    all      reader  disabled  none      2026-11-15T12:00:00Z  not known                 0      0',
        '',
      ].join('\n'),
    );
    await terminal.run(['user', 'enable', 'bo']);
    const users = JSON.parse((await terminal.run(['user', 'list', '--json'])).stdout);
    assert.deepEqual(users[1], {
      name: 'bo',
      plan: 'all',
      disabled: false,
      operator: false,
      role: 'reader',
      writePatterns: [],
      service: false,
      hasPassword: false,
      createdAt: '2026-11-15T12:00:00Z',
      lastSeen: null,
      requestsToday: 0,
      requestsPerDay: 0,
    });
  });

  test('user operator gives the role and takes it away, and user list and audit show it', async (t) => {
    const terminal = await openWithPlan(t);
    await terminal.run(['user', 'add', 'anna', '--no-password']);
    const on = await terminal.run(['user', 'operator', 'ANNA', 'on']);
    assert.deepEqual([on.code, on.stdout], [0, 'user anna is an operator\n']);
    assert.match(
      (await terminal.run(['user', 'list'])).stdout,
      /anna +all +operator +active +none/,
    );
    const off = await terminal.run(['user', 'operator', 'anna', 'off']);
    assert.deepEqual([off.code, off.stdout], [0, 'user anna is no operator\n']);
    const [user] = JSON.parse((await terminal.run(['user', 'list', '--json'])).stdout);
    assert.equal(user.operator, false);
    const audit = (await terminal.run(['audit'])).stdout;
    assert.match(audit, /operator-role-given +anna/);
    assert.match(audit, /operator-role-taken +anna/);
  });

  test('user list never shows a password’s hash', async (t) => {
    const terminal = await openWithPlan(t);
    await terminal.run(['user', 'add', 'anna', '--password-stdin'], { stdin: GOOD });
    for (const more of [[], ['--json']]) {
      assert.doesNotMatch((await terminal.run(['user', 'list', ...more])).stdout, /argon2/);
    }
  });

  for (const [argv, stdin, code, line] of [
    [['add', 'anna', '--password-stdin'], 'short', 1, /password: must be 12 to 128/],
    [['add', 'anna', '--password-stdin'], '', 1, /standard input holds no password/],
    [['add', 'an na', '--no-password'], '', 1, /a user’s name is/],
    [['add', 'bo', '--no-password'], '', 1, /a user "bo" exists already/],
    [['add', 'anna', '--no-password', '--password-stdin'], GOOD, 2, /exclude each other/],
    [['disable', 'boo'], '', 1, /there is no user "boo" \(did you mean bo\?\)/],
    [['enable', 'nobody'], '', 1, /there is no user "nobody"/],
    [['password', 'nobody', '--password-stdin'], GOOD, 1, /there is no user "nobody"/],
    [['plan', 'nobody', 'all'], '', 1, /there is no user "nobody"/],
    [['operator', 'nobody', 'on'], '', 1, /there is no user "nobody"/],
    [['operator', 'bo', 'maybe'], '', 2, /the role is one of on, off, not "maybe"/],
  ] as const) {
    test(`user ${argv.join(' ')} is refused`, async (t) => {
      const terminal = await openWithPlan(t);
      await terminal.run(['user', 'add', 'bo', '--no-password']);
      const outcome = await terminal.run(['user', ...argv], { stdin });
      assert.equal(outcome.code, code);
      assert.match(outcome.stderr, line);
      assert.equal(outcome.stdout, '');
    });
  }
});
