import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openWithPlan } from '../terminal.ts';

suite('gridtide webhook', () => {
  test('a webhook is added, listed, turned and removed', async (t) => {
    const terminal = await openWithPlan(t);
    await terminal.run(['user', 'add', 'anna', '--no-password']);
    const run = async (...words: string[]) => {
      const { code, stdout, stderr } = await terminal.run(['webhook', ...words]);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const url = 'https://example.com/in?token=1';
    const secret = await run(
      'add',
      url,
      '--series',
      'de*, no*',
      '--kinds',
      'run',
      '--user',
      'anna',
    );
    assert.match(secret, /^whsec_\S{44}\n$/);
    const [webhook] = JSON.parse(await run('list', '--json'));
    const { id, owner, series, kinds } = webhook;
    assert.deepEqual([owner, series, kinds], ['anna', ['de*', 'no*'], ['run']]);
    const listed = await run('list');
    assert.match(listed, /^ID +OWNER +TO +BEHIND +DELIVERED +STATE\n/);
    assert.match(listed, /anna +https:\/\/example\.com +0 +never +enabled\n$/);
    assert.deepEqual(JSON.parse(await run('show', id)), [webhook]);
    assert.deepEqual(JSON.parse(await run('deliveries', id)), []);
    assert.notEqual(await run('rotate', id), secret);
    assert.equal(await run('replay', id, '--from', '0'), `webhook ${id} goes on behind event 0\n`);
    assert.equal(await run('enable', id), `webhook ${id} enabled\n`);
    assert.equal(await run('remove', id), `webhook ${id} removed\n`);
    assert.deepEqual(JSON.parse(await run('list', '--json')), []);
  });

  test('faults of a webhook say what is allowed', async (t) => {
    const terminal = await openWithPlan(t);
    for (const [words, message] of [
      [['add', 'http://example.com/'], /plain http is not allowed for this host/],
      [['add', 'https://10.0.0.1/'], /this address is not public/],
      [['show', '0123456789abcdef'], /no webhook has this id/],
      [['replay', '0123456789abcdef'], /a cursor is needed/],
    ] as const) {
      const { code, stderr } = await terminal.run(['webhook', ...words]);
      assert.notEqual(code, 0);
      assert.match(stderr, message);
    }
  });
});
