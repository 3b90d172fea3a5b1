// The migration that gives users roles: operators stay operators, and every operator key still works.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findHolder, isOperator } from '#accounts/authenticate';
import { accountsPathOf } from '#store/engines/sqlite/sqlite-connections';
import { openStore } from '#store/open/open-store';
import { damage, makeOldStore } from '../contract/sample-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
after(() => rm(folder, { recursive: true }));

const LAST_BEFORE = 21;

test('users and keys of an older store have the rights that they had', async () => {
  const path = join(folder, 'old.db');
  await makeOldStore(path, LAST_BEFORE);
  const users = [
    [1, 'plain', 0],
    [2, 'chief', 1],
    [3, 'loader', 0],
  ] as const;
  const keys = [
    ['read', 1, 'key'],
    ['session', 2, 'session'],
    ['load', 3, 'operator'],
    ['page', 1, 'session'],
  ] as const;
  damage(
    accountsPathOf(path),
    `INSERT INTO plan VALUES ('all', '["*"]', 600, 1000)`,
    ...users.map(
      ([id, name, flag]) =>
        `INSERT INTO app_user (user_id, name, folded_name, plan_name, is_disabled, created_at, is_operator)
          VALUES (${id}, '${name}', '${name}', 'all', 0, 1, ${flag})`,
    ),
    ...keys.map(
      ([hash, id, kind]) =>
        `INSERT INTO credential (hash, user_id, kind, name, created_at) VALUES ('${hash}', ${id}, '${kind}', '${hash}', 1)`,
    ),
  );
  const store = await openStore(`sqlite:${path}`);
  const roles = (await store.accounts.listUsers()).map((user) => [user.name, user.role]);
  assert.deepEqual(roles, [
    ['chief', 'operator'],
    ['loader', 'operator'],
    ['plain', 'reader'],
  ]);
  for (const user of await store.accounts.listUsers()) {
    assert.deepEqual([user.writePatterns, user.isService], [[], false]);
  }
  const operates = async (hash: string): Promise<boolean> =>
    isOperator((await findHolder(store.accounts, hash, 2))!);
  assert.deepEqual(await Promise.all(['read', 'session', 'load', 'page'].map(operates)), [
    false,
    true,
    true,
    false,
  ]);
  const { patterns } = (await store.accounts.findGrant('read'))!.credential;
  assert.equal(patterns, undefined);
  await store.close();
});
