// gridtide user identity and gridtide user code: single sign-on, and the way back in without it.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openSignInService } from '#accounts/sign-in-service';
import { openWithPlan } from '../../terminal.ts';

const ISSUER = 'https://id.example.com/realms/desk/';
const KEY = 'https://id.example.com/realms/desk';
const LINK = ['user', 'identity', 'ANNA', '--issuer', ISSUER, '--subject', 'a|1'];

suite('gridtide user identity', () => {
  test('an identity is added, listed, noted in the audit and removed', async (t) => {
    const terminal = await openWithPlan(t);
    await terminal.run(['user', 'add', 'anna', '--no-password']);
    const list = async () => (await terminal.run(['user', 'identity', 'anna'])).stdout;
    assert.equal(await list(), 'anna has no identity\n');
    const added = await terminal.run(LINK);
    assert.deepEqual([added.code, added.stdout], [0, `user anna is a|1 at ${KEY}\n`]);
    assert.equal(await list(), `anna is a|1 at ${KEY}\n`);
    const found = await terminal.withStore(async ({ accounts }) =>
      (await accounts.identities()).findUser({ issuer: KEY, subject: 'a|1' }),
    );
    assert.equal(found?.name, 'anna');
    const audit = (await terminal.run(['audit'])).stdout;
    assert.match(audit, /identity-linked/);
    const removed = await terminal.run([...LINK, '--remove']);
    assert.deepEqual([removed.code, removed.stdout], [0, `user anna is no longer a|1 at ${KEY}\n`]);
    assert.equal(await list(), 'anna has no identity\n');
    const again = await terminal.run([...LINK, '--remove']);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /anna is not "a\|1" at https/);
  });

  test('an identity belongs to one user', async (t) => {
    const terminal = await openWithPlan(t);
    for (const name of ['anna', 'bert']) await terminal.run(['user', 'add', name, '--no-password']);
    await terminal.run(LINK);
    const { code, stderr } = await terminal.run(LINK.with(2, 'bert'));
    assert.equal(code, 1);
    assert.match(stderr, /The identity is linked to the user "anna" already/);
  });

  for (const [args, line] of [
    [['--issuer', ISSUER], /--issuer and --subject are needed together/],
    [['--subject', 'a'], /--issuer and --subject are needed together/],
    [['--remove'], /--remove needs --issuer and --subject/],
    [['--issuer', 'id.example.com', '--subject', 'a'], /--issuer is the address of the provider/],
    [['--issuer', ISSUER, '--subject', ''], /--subject is 1 to 255 characters/],
  ] as const) {
    test(`user identity anna ${args.join(' ')} is refused with a sentence`, async (t) => {
      const terminal = await openWithPlan(t);
      await terminal.run(['user', 'add', 'anna', '--no-password']);
      const { code, stderr } = await terminal.run(['user', 'identity', 'anna', ...args]);
      assert.notEqual(code, 0);
      assert.match(stderr, line);
    });
  }
});

suite('gridtide user code', () => {
  test('the link signs the user in once', async (t) => {
    const terminal = await openWithPlan(t);
    await terminal.run(['user', 'add', 'anna', '--no-password']);
    const { code, stdout } = await terminal.run(['user', 'code', 'Anna']);
    assert.equal(code, 0);
    const [, given = ''] = /^\/\?code=([\w-]{24})\n$/.exec(stdout) ?? [];
    await terminal.withStore(async ({ accounts }) => {
      const { codes } = openSignInService(accounts);
      const entry = await accounts.findLastEntry('sign-in-link-made', 'anna');
      assert.equal(await codes.take(given, entry!.recordedAt), 'anna');
      assert.equal(await codes.take(given, entry!.recordedAt), undefined);
    });
  });

  test('a disabled user gets no link', async (t) => {
    const terminal = await openWithPlan(t);
    await terminal.run(['user', 'add', 'anna', '--no-password']);
    await terminal.run(['user', 'disable', 'anna']);
    const { code, stderr } = await terminal.run(['user', 'code', 'anna']);
    assert.equal(code, 1);
    assert.match(stderr, /is disabled; enable the user first/);
  });
});
