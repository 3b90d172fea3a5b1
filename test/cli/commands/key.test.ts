import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findCaller } from '#accounts/authenticate';
import { type openTerminal, openWithPlan, type Terminal } from '../terminal.ts';

suite('gridtide key', () => {
  async function openWithUser(t: Parameters<typeof openTerminal>[0]): Promise<Terminal> {
    const terminal = await openWithPlan(t);
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
        'USER  NAME    MAY      CREATED               LAST USED  ENDS',
        'anna  cron    operate  2026-11-15T12:00:00Z  never      never',
        'anna  laptop  read     2026-11-15T12:00:00Z  never      never',
        '',
      ].join('\n'),
    );
    assert.equal((await terminal.run(['key', 'list'])).stdout, listed);
    const keys = JSON.parse((await terminal.run(['key', 'list', '--json'])).stdout);
    assert.deepEqual(keys[0], {
      user: 'anna',
      name: 'cron',
      operator: true,
      role: 'operator',
      series: null,
      createdAt: '2026-11-15T12:00:00Z',
      lastUsedAt: null,
      expiresAt: null,
    });
    assert.equal(keys.length, 2);
    assert.equal((await terminal.run(['key', 'revoke', 'anna', 'laptop'])).code, 0);
    const caller = await terminal.withStore(async ({ accounts }) =>
      findCaller(accounts, key.trim(), 0),
    );
    assert.equal(caller, undefined);
  });

  test('key add --expires makes a key that ends with the day, and key list shows it', async (t) => {
    const terminal = await openWithUser(t);
    const argv = ['key', 'add', 'anna', 'trial', '--expires', '2026-12-31'];
    const { code, stdout, stderr } = await terminal.run(argv);
    assert.equal(code, 0, stderr);
    const end = '2026-12-31T23:00:00Z';
    assert.match(stderr, /Key "trial" of anna\. It ends at 2026-12-31T23:00:00Z\. It is shown/);
    const find = (now: number) =>
      terminal.withStore(async ({ accounts }) => findCaller(accounts, stdout.trim(), now));
    assert.ok(await find(Date.parse(end) - 1));
    assert.match((await terminal.run(['key', 'list'])).stdout, /never {6}2026-12-31T23:00:00Z\n$/);
    assert.equal(await find(Date.parse(end)), undefined);
  });

  for (const [argv, line] of [
    [['add', 'nobody', 'laptop'], /there is no user "nobody"/],
    [['add', 'anna', 'a/b'], /a key’s name is/],
    [['add', 'anna', 'a', '--expires', '2026-11-14'], /--expires.*"2026-11-14" is past/],
    [['add', 'anna', 'a', '--expires', 'soon'], /--expires: not a date or a time/],
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
