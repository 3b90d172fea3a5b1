import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hashSecret, makeSecret } from '#accounts/secrets';
import { openWithPlan } from '../terminal.ts';

suite('gridtide link', () => {
  test('links of users are listed and revoked', async (t) => {
    const terminal = await openWithPlan(t);
    for (const name of ['anna', 'bert']) await terminal.run(['user', 'add', name, '--no-password']);
    const hashes = [makeSecret('link'), makeSecret('link')].map(hashSecret);
    await terminal.withStore(async ({ accounts }) => {
      const links = await accounts.links();
      for (const [i, name] of ['anna', 'bert'].entries()) {
        const { id: userId } = (await accounts.findUser(name))!;
        await links.addLink({
          ...{ hash: hashes[i]!, userId, name: i === 0 ? 'Prices' : '', expiresAt: null },
          ...{ path: '/api/v1/series/dehrprice', query: { from: 'today-7', sep: ';' } },
          ...{ createdAt: Date.parse('2024-05-17T10:00:00Z'), lastUsedAt: null },
        });
      }
    });
    const run = async (...words: string[]) => {
      const { code, stdout, stderr } = await terminal.run(['link', ...words]);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const [id, other] = hashes.map((hash) => hash.slice(0, 16));
    const listed = await run('list');
    assert.match(listed, /^USER +ID +NAME +ASKS +CREATED +LAST USED +ENDS\n/);
    const asks = '/api/v1/series/dehrprice?from=today-7&sep=;';
    assert.ok(listed.includes(`anna  ${id}  Prices  ${asks}  2024-05-17T10:00:00Z`), listed);
    assert.deepEqual(
      JSON.parse(await run('list', '--json')).map((link: { id: string }) => link.id),
      [id, other],
    );
    assert.equal(await run('revoke', 'anna', id!), `link ${id} of anna revoked\n`);
    assert.deepEqual(JSON.parse(await run('list', 'ANNA', '--json')), []);
    const [left] = JSON.parse(await run('list', 'bert', '--json'));
    assert.deepEqual(left, {
      ...{ user: 'bert', id: other, name: '', path: '/api/v1/series/dehrprice' },
      ...{ query: { from: 'today-7', sep: ';' }, createdAt: '2024-05-17T10:00:00Z' },
      ...{ lastUsedAt: null, expiresAt: null },
    });
  });

  test('faults say what is wrong', async (t) => {
    const terminal = await openWithPlan(t);
    await terminal.run(['user', 'add', 'anna', '--no-password']);
    for (const [words, message] of [
      [['list', 'nobody'], /nobody/],
      [['revoke', 'anna', '0123456789abcdef'], /no link has this id/],
      [['revoke', 'anna'], /ID/],
    ] as const) {
      const { code, stderr } = await terminal.run(['link', ...words]);
      assert.notEqual(code, 0);
      assert.match(stderr, message);
    }
  });
});
