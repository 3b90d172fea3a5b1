import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findCaller } from '#accounts/authenticate';
import { verifyPassword } from '#accounts/passwords';
import { openTerminal, type Terminal } from '../terminal.ts';

const GOOD = 'tidal basin 47 lamps';
const OTHER = 'seven quiet herons!';

async function openOffice(t: Parameters<typeof openTerminal>[0]): Promise<Terminal> {
  const terminal = await openTerminal(t);
  await terminal.run(['plan', 'set', 'all', '--series', '*']);
  return terminal;
}

const hasPassword = (terminal: Terminal, name: string, password: string): Promise<boolean> =>
  terminal.withStore(async ({ accounts }) =>
    verifyPassword(password, (await accounts.findUser(name))!.passwordHash),
  );

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
      const outcome = await (await openOffice(t)).run(['plan', ...argv]);
      assert.equal(outcome.code, code);
      assert.match(outcome.stderr, line);
    });
  }
});

suite('gridtide user', () => {
  test('user add takes the password from standard input', async (t) => {
    const terminal = await openOffice(t);
    const added = await terminal.run(['user', 'add', 'Anna', '--plan', 'all', '--password-stdin'], {
      stdin: `${GOOD}\nnot this line\n`,
    });
    assert.deepEqual([added.code, added.stdout], [0, 'user Anna added with plan all\n']);
    assert.ok(await hasPassword(terminal, 'anna', GOOD));
  });

  test('user add asks twice on a terminal, shows nothing typed, and obeys the erase keys', async (t) => {
    const terminal = await openOffice(t);
    const typed = `wrong\u0015${GOOD}x\u007f\r${GOOD}\r`;
    const added = await terminal.run(['user', 'add', 'anna'], { stdin: typed, isTerminal: true });
    assert.equal(added.code, 0);
    assert.equal(added.stderr, 'Password: \nOnce more: \n');
    assert.ok(await hasPassword(terminal, 'anna', GOOD));
  });

  test('user add refuses two different passwords, an interrupt, and a missing terminal', async (t) => {
    const terminal = await openOffice(t);
    const isTerminal = true;
    for (const [call, line] of [
      [{ stdin: `${GOOD}\r${OTHER}\r`, isTerminal }, /the two passwords differ/],
      [{ stdin: `${GOOD}\u0003`, isTerminal }, /given up/],
      [{ stdin: GOOD }, /there is no terminal to ask for a password: give --password-stdin/],
    ] as const) {
      const { code, stderr } = await terminal.run(['user', 'add', 'anna'], call);
      assert.equal(code, 1);
      assert.match(stderr, line);
    }
    assert.deepEqual(await terminal.withStore(({ accounts }) => accounts.listUsers()), []);
  });

  test('user add --no-password makes a user who signs in with keys only', async (t) => {
    const terminal = await openOffice(t);
    assert.equal((await terminal.run(['user', 'add', 'robot', '--no-password'])).code, 0);
    const user = await terminal.withStore(({ accounts }) => accounts.findUser('robot'));
    assert.equal(user!.passwordHash, null);
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

  test('user password changes the password', async (t) => {
    const terminal = await openOffice(t);
    await terminal.run(['user', 'add', 'anna', '--password-stdin'], { stdin: GOOD });
    const { code } = await terminal.run(['user', 'password', 'ANNA', '--password-stdin'], {
      stdin: OTHER,
    });
    assert.equal(code, 0);
    assert.ok(await hasPassword(terminal, 'anna', OTHER));
    assert.ok(!(await hasPassword(terminal, 'anna', GOOD)));
  });

  test('user disable, enable and plan change a user, and user list shows it', async (t) => {
    const terminal = await openOffice(t);
    await terminal.run(['plan', 'set', 'germany', '--series', 'de*']);
    await terminal.run(['user', 'add', 'bo', '--no-password', '--plan', 'all']);
    await terminal.run(['user', 'add', 'anna', '--no-password', '--plan', 'all']);
    assert.equal((await terminal.run(['user', 'disable', 'bo'])).stdout, 'user bo disabled\n');
    assert.equal(
      (await terminal.run(['user', 'plan', 'anna', 'germany'])).stdout,
      'user anna has plan germany\n',
    );
    assert.equal(
      (await terminal.run(['user', 'list'])).stdout,
      [
        'NAME  PLAN     STATE     PASSWORD  CREATED',
        'anna  germany  active    none      2026-11-15T12:00:00Z',
        'bo    all      disabled  none      2026-11-15T12:00:00Z',
        '',
      ].join('\n'),
    );
    await terminal.run(['user', 'enable', 'bo']);
    const users = JSON.parse((await terminal.run(['user', 'list', '--json'])).stdout);
    assert.deepEqual(users[1], {
      name: 'bo',
      plan: 'all',
      disabled: false,
      hasPassword: false,
      createdAt: '2026-11-15T12:00:00Z',
    });
  });

  test('user list never shows a password’s hash', async (t) => {
    const terminal = await openOffice(t);
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
  ] as const) {
    test(`user ${argv.join(' ')} is refused`, async (t) => {
      const terminal = await openOffice(t);
      await terminal.run(['user', 'add', 'bo', '--no-password']);
      const outcome = await terminal.run(['user', ...argv], { stdin });
      assert.equal(outcome.code, code);
      assert.match(outcome.stderr, line);
      assert.equal(outcome.stdout, '');
    });
  }
});

suite('gridtide key', () => {
  async function openWithUser(t: Parameters<typeof openTerminal>[0]): Promise<Terminal> {
    const terminal = await openOffice(t);
    await terminal.run(['user', 'add', 'anna', '--no-password']);
    return terminal;
  }

  test('key add prints a key that works, alone on standard output', async (t) => {
    const terminal = await openWithUser(t);
    const { code, stdout, stderr } = await terminal.run(['key', 'add', 'anna', 'laptop']);
    assert.equal(code, 0);
    assert.match(stdout, /^\S{40,}\n$/);
    assert.match(stderr, /Key "laptop" of anna\. It is shown only now:/);
    const caller = await terminal.withStore(async ({ accounts }) =>
      findCaller(accounts, stdout.trim(), 0),
    );
    assert.equal(caller?.user.name, 'anna');
  });

  test('key list shows names but no secrets, and key revoke ends the key', async (t) => {
    const terminal = await openWithUser(t);
    const { stdout: key } = await terminal.run(['key', 'add', 'anna', 'laptop']);
    const { stdout: operatorKey } = await terminal.run([
      'key',
      'add',
      'anna',
      'cron',
      '--operator',
    ]);
    assert.match(operatorKey, /^gto_/);
    const listed = (await terminal.run(['key', 'list', 'anna'])).stdout;
    assert.equal(
      listed,
      [
        'USER  NAME    MAY      CREATED',
        'anna  cron    operate  2026-11-15T12:00:00Z',
        'anna  laptop  read     2026-11-15T12:00:00Z',
        '',
      ].join('\n'),
    );
    assert.equal((await terminal.run(['key', 'list'])).stdout, listed);
    const keys = JSON.parse((await terminal.run(['key', 'list', '--json'])).stdout);
    assert.deepEqual(keys[0], {
      user: 'anna',
      name: 'cron',
      operator: true,
      createdAt: '2026-11-15T12:00:00Z',
    });
    assert.equal(keys.length, 2);
    assert.equal((await terminal.run(['key', 'revoke', 'anna', 'laptop'])).code, 0);
    const caller = await terminal.withStore(async ({ accounts }) =>
      findCaller(accounts, key.trim(), 0),
    );
    assert.equal(caller, undefined);
  });

  for (const [argv, line] of [
    [['add', 'nobody', 'laptop'], /there is no user "nobody"/],
    [['add', 'anna', 'a/b'], /a key’s name is/],
    [['add', 'anna', 'old'], /There is a key "old" already\./],
    [['revoke', 'anna', 'none'], /There is no key "none"\./],
    [['list', 'nobody'], /there is no user "nobody"/],
  ] as const) {
    test(`key ${argv.join(' ')} is refused and prints no key`, async (t) => {
      const terminal = await openWithUser(t);
      await terminal.run(['key', 'add', 'anna', 'old']);
      const { code, stdout, stderr } = await terminal.run(['key', ...argv]);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, line);
    });
  }
});
