import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { accountsPathOf } from '#store/engines/sqlite/sqlite-connections';
import { NOW, openTerminal, type Terminal } from '../terminal.ts';

const WHO = `${userInfo().username} on command line`;

async function openWithEntries(t: Parameters<typeof openTerminal>[0]): Promise<Terminal> {
  const terminal = await openTerminal(t);
  await terminal.run(['plan', 'set', 'all', '--series', '*']);
  await terminal.run(['user', 'add', 'anna', '--no-password']);
  await terminal.withStore(async (store) => {
    const entry = { kind: 'import', actor: 'bert', name: 'prices.csv', now: NOW + 1 } as const;
    await store.write(async (writer) => {
      const { key } = await writer.defineSeries({
        ...{ code: 'dehrprice', description: 'Price', unit: 'EUR/MWh' },
        ...{ resolution: 'hour', area: null, category: null },
      });
      await writer.writePoints(key, Int32Array.of(1, 2), Float64Array.of(1, 2), NOW + 1);
    }, entry);
  });
  return terminal;
}

suite('gridtide audit', () => {
  test('audit shows both journals as one table, newest first', async (t) => {
    const { run } = await openWithEntries(t);
    const { code, stdout, stderr } = await run(['audit']);
    assert.deepEqual([code, stderr], [0, '']);
    const [head, ...lines] = stdout.trimEnd().split('\n');
    assert.match(head!, /^TIME +IMPORT +WHO +WHAT +ABOUT +DETAIL$/);
    assert.deepEqual(
      lines.map((line) => line.split(/ {2,}/)),
      [
        [
          '2026-11-15T12:00:00Z',
          '1',
          'bert',
          'import',
          'prices.csv',
          '1 series changed: points 2 new, 0 changed, 0 same.',
        ],
        [
          '2026-11-15T12:00:00Z',
          WHO,
          'user-added',
          'anna',
          'Added with plan all, without a password.',
        ],
        [
          '2026-11-15T12:00:00Z',
          WHO,
          'plan-set',
          'all',
          'Series *; 600 requests a minute, 500000 points an answer.',
        ],
      ],
    );
  });

  test('audit has every change that the commands make to users, plans and keys', async (t) => {
    const { run } = await openWithEntries(t);
    const password = { stdin: 'seven quiet herons!' };
    await run(['user', 'password', 'anna', '--password-stdin'], password);
    await run(['user', 'plan', 'anna', 'all']);
    await run(['key', 'add', 'anna', 'laptop']);
    await run(['key', 'add', 'anna', 'desk', '--operator']);
    await run(['key', 'revoke', 'anna', 'laptop']);
    await run(['user', 'disable', 'anna']);
    await run(['user', 'enable', 'anna']);
    const { stdout } = await run(['audit', '--json', '--limit', '9']);
    const entries = JSON.parse(stdout);
    assert.deepEqual(
      entries
        .slice(1)
        .map((entry: Record<string, unknown>) => [entry.actor, entry.kind, entry.name]),
      [
        [WHO, 'user-enabled', 'anna'],
        [WHO, 'user-disabled', 'anna'],
        [WHO, 'key-revoked', 'anna'],
        [WHO, 'operator-key-added', 'anna'],
        [WHO, 'operator-role-given', 'anna'],
        [WHO, 'key-added', 'anna'],
        [WHO, 'user-plan-changed', 'anna'],
        [WHO, 'password-changed', 'anna'],
      ],
    );
    assert.doesNotMatch(stdout, /herons|gt[a-z]_/);
  });

  test('audit --json has the number of each entry in its journal', async (t) => {
    const { run } = await openWithEntries(t);
    const [first] = JSON.parse((await run(['audit', '--json'])).stdout);
    assert.deepEqual(first, {
      recordedAt: '2026-11-15T12:00:00Z',
      journal: 'data',
      id: 1,
      actor: 'bert',
      kind: 'import',
      name: 'prices.csv',
      detail: '1 series changed: points 2 new, 0 changed, 0 same.',
    });
  });

  test('audit says if there are more entries, or none', async (t) => {
    const terminal = await openWithEntries(t);
    const cut = await terminal.run(['audit', '--limit', '2']);
    assert.equal(cut.stdout.trimEnd().split('\n').length, 3);
    assert.match(cut.stderr, /the newest 2; there are more/);
    assert.equal((await terminal.run(['audit', '--limit', '3'])).stderr, '');
    const empty = await openTerminal(t);
    await empty.withStore(async () => {});
    assert.equal((await empty.run(['audit'])).stdout, 'nothing was done yet\n');
  });

  for (const limit of ['0', 'many', '-1', '1000000']) {
    test(`audit refuses --limit ${limit}`, async (t) => {
      const { run } = await openWithEntries(t);
      const { code, stderr } = await run(['audit', `--limit=${limit}`]);
      assert.equal(code, 2);
      assert.match(stderr, /--limit is a whole number/);
    });
  }
});

suite('the journals', () => {
  test('no statement changes or removes an entry of the journals', () => {
    const folder = new URL('../../../src/store/', import.meta.url);
    const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(new URL(file, folder), 'utf8'));
    const all = texts.join('\n').replace(/\s+/g, ' ');
    assert.match(all, /INSERT INTO journal /);
    assert.match(all, /INSERT INTO account_journal /);
    assert.doesNotMatch(
      all,
      /(?:UPDATE|DELETE FROM|REPLACE INTO|TRUNCATE) (?:account_)?journal\b/i,
    );
  });

  test('whatever is done, entries of the journals are only added', async (t) => {
    const terminal = await openWithEntries(t);
    await terminal.run(['key', 'add', 'anna', 'laptop']);
    const path = join(terminal.folder, 'store.db');
    forbidChanges(path, 'journal');
    forbidChanges(accountsPathOf(path), 'account_journal');
    const before = JSON.parse((await terminal.run(['audit', '--json'])).stdout);
    await terminal.run(['key', 'revoke', 'anna', 'laptop']);
    await terminal.run(['user', 'disable', 'anna']);
    await terminal.run(['plan', 'set', 'all', '--series', 'de*']);
    await terminal.withStore(async (store) => {
      const facts = { actor: 'bert', name: 'x', now: NOW + 2 };
      await store.write((writer) => writer.undoEntry(1, NOW + 2), {
        ...facts,
        kind: 'undo',
        undoes: 1,
      });
      await store.compact(NOW + 3, { ...facts, kind: 'compact' });
    });
    const after = JSON.parse((await terminal.run(['audit', '--json'])).stdout);
    assert.equal(after.length, before.length + 5);
    const keyOf = ({ journal, id, kind }: Record<string, unknown>) => `${journal} ${id} ${kind}`;
    const kept = new Set(after.map(keyOf));
    for (const entry of before) assert.ok(kept.has(keyOf(entry)), keyOf(entry));
  });
});

/** Makes the database itself refuse changes of entries. */
function forbidChanges(path: string, table: string): void {
  const database = new DatabaseSync(path);
  for (const deed of ['UPDATE', 'DELETE']) {
    database.exec(`CREATE TRIGGER no_${deed}_${table} BEFORE ${deed} ON ${table}
      BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END`);
  }
  assert.throws(() => database.exec(`DELETE FROM ${table}`), /never changed/);
  database.close();
}
