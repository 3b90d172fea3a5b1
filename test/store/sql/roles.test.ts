// The migration that gives users roles: operators stay operators, and every operator key still works.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findHolder, isOperator } from '#accounts/authenticate';
import { PostgresPool } from '#store/engines/postgres/postgres-pool';
import { PostgresSession } from '#store/engines/postgres/postgres-session';
import { accountsPathOf } from '#store/engines/sqlite/sqlite-connections';
import { openStore } from '#store/open/open-store';
import { testDatabase } from '../../../harness/postgres/test-database.ts';
import { damage, makeOldStore } from '../contract/sample-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
after(() => rm(folder, { recursive: true }));

const LAST_BEFORE = 21;

const USERS = [
  [1, 'plain', 0],
  [2, 'chief', 1],
  [3, 'loader', 0],
] as const;

const KEYS = [
  ['read', 1, 'key'],
  ['session', 2, 'session'],
  ['load', 3, 'operator'],
  ['page', 1, 'session'],
] as const;

/** The rows of a store from before roles. */
const OLD_ROWS = [
  `INSERT INTO plan VALUES ('all', '["*"]', 600, 1000)`,
  ...USERS.map(
    ([id, name, flag]) =>
      `INSERT INTO app_user (user_id, name, folded_name, plan_name, is_disabled, created_at, is_operator)
        VALUES (${id}, '${name}', '${name}', 'all', 0, 1, ${flag})`,
  ),
  ...KEYS.map(
    ([hash, id, kind]) =>
      `INSERT INTO credential (hash, user_id, kind, name, created_at) VALUES ('${hash}', ${id}, '${kind}', '${hash}', 1)`,
  ),
];

async function assertMigrated(url: string): Promise<void> {
  const store = await openStore(url);
  const users = await store.accounts.listUsers();
  assert.deepEqual(
    users.map(({ name, role }) => [name, role]),
    [
      ['chief', 'operator'],
      ['loader', 'operator'],
      ['plain', 'reader'],
    ],
  );
  for (const user of users) assert.deepEqual([user.writePatterns, user.isService], [[], false]);
  const operates = async (hash: string): Promise<boolean> =>
    isOperator((await findHolder(store.accounts, hash, 2))!);
  const hashes = ['read', 'session', 'load', 'page'];
  assert.deepEqual(await Promise.all(hashes.map(operates)), [false, true, true, false]);
  assert.equal((await store.accounts.findGrant('read'))!.credential.patterns, undefined);
  await store.close();
}

test('users and keys of an older store have the rights that they had', async () => {
  const path = join(folder, 'old.db');
  await makeOldStore(path, LAST_BEFORE);
  damage(accountsPathOf(path), ...OLD_ROWS);
  await assertMigrated(`sqlite:${path}`);
});

test('users and keys of an older store on PostgreSQL have the rights that they had', async (t) => {
  const url = await testDatabase(t);
  await (await openStore(url)).close();
  const pool = new PostgresPool(url, 1);
  const session = new PostgresSession(pool);
  // The same as a store that never had the migration: its columns and its record are gone.
  const statements = [
    'DELETE FROM applied_migration WHERE number = 23',
    'ALTER TABLE app_user DROP COLUMN role, DROP COLUMN write_patterns, DROP COLUMN is_service',
    'ALTER TABLE credential DROP COLUMN patterns',
  ];
  for (const text of [...statements, ...OLD_ROWS]) await session.run(text);
  await pool.close();
  await assertMigrated(url);
});
