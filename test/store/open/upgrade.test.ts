// Stores of earlier schemas, each made by the code of its time and kept as a backup in test/store/fixtures: this
// version opens, checks, backs up and restores them. A store of a later version is refused with one sentence.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { backupStore } from '#store/backup/backup-store';
import { unpackBackup } from '#store/backup/restore-archive';
import { restoreDatabase } from '#store/backup/restore-database';
import { restoreStore } from '#store/backup/restore-store';
import { checkFiles } from '#store/check/check-store';
import { filesAt, type StoreFiles } from '#store/engines/sqlite/store-files';
import { openStore } from '#store/open/open-store';
import { loadMigrations } from '#store/sql/migrate';
import type { Store } from '#store/store';
import { VERSION } from '#version';
import { testDatabase } from '../../../harness/postgres/test-database.ts';
import { runProduct } from '../../../harness/product-process.ts';
import { NOW, write } from '../contract/sample-series.ts';
import { damage, FIRST, LENGTH, makeStore } from '../contract/sample-store.ts';
import { withTables } from '../copy/copy-sample.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));
const HOUR_MS = 3_600_000;
/** The value that was written over one of the first write. */
const MARK = 7;

const folder = await mkdtemp(join(tmpdir(), 'gridtide-upgrade-'));
after(() => rm(folder, { recursive: true, force: true }));

/** `KEEP_STORE=schema-026 npm test -- FILE` keeps a store of this version, as a release does. */
const kept = process.env.KEEP_STORE;
if (kept !== undefined) {
  assert.match(kept, /^schema-\d{3}$/);
  await makeStore(join(folder, 'kept.db'), MARK);
  await backupStore(filesAt(join(folder, 'kept.db')), join(FIXTURES, `${kept}.tar.zst`), {
    ...{ productVersion: VERSION, now: () => NOW, force: false },
    onDamage: () => assert.fail('damaged'),
  });
}

const fixtures = (await readdir(FIXTURES)).filter((name) => name.endsWith('.tar.zst')).sort();
const onDamage = ({ subject, what }: { subject: string; what: string }): never =>
  assert.fail(`${subject}: ${what}`);

/** Unpacks a fixture as it is, and returns the migrations that it has. */
async function unpack(fixture: string, files: StoreFiles): Promise<string[]> {
  const { parts } = await unpackBackup(join(FIXTURES, fixture), {
    onManifest: () => {},
    pathOf: (part) => (part === 'series.db' ? files.series : files.accounts),
    onProgress: () => {},
  });
  return parts.flatMap(({ schema }) => schema).sort();
}

/** Reads what every fixture was given (test/store/contract/sample-store.ts). */
async function assertWhole(store: Store): Promise<void> {
  const { key } = (await store.findSeries('dehrprice'))!;
  const span = { start: FIRST, end: FIRST + LENGTH };
  const first = Float64Array.from({ length: LENGTH }, (_, i) => (((FIRST + i) * 37) % 1_000) / 10);
  const expected = first.with(3, MARK).with(900, Number.NaN);
  assert.deepEqual(await store.readValues(key, span), expected);
  assert.deepEqual(await store.readValuesAsOf(key, span, NOW), first);
  const runs = await store.listRuns(key);
  assert.deepEqual(
    runs.map(({ analyzedAt, source }) => [analyzedAt, source]),
    [[NOW, 'model']],
  );
  const fx = (await store.findSeries('fxeurnok'))!.key;
  assert.deepEqual(Array.from(await store.readValues(fx, { start: 19_860, end: 19_861 })), [11.7]);
  assert.equal(await store.countSeries(), 3);
  assert.equal(await store.getSetting('market_time_zone'), 'Europe/Berlin');
  const user = (await store.accounts.findUser('anna'))!;
  assert.deepEqual([user.name, user.planName, user.role], ['Anna', 'all', 'reader']);
  assert.equal((await store.accounts.findPlan('all'))?.pointsPerAnswer, 1_000);
  assert.deepEqual(
    (await store.accounts.listKeys(user.id)).map(({ name, kind }) => [name, kind]),
    [['laptop', 'key']],
  );
}

suite('stores of earlier versions', () => {
  test('fixtures of the first schema and of that of 0.1.0 exist', () => {
    assert.equal(fixtures[0], 'schema-003.tar.zst');
    assert.ok(fixtures.includes('schema-025.tar.zst'));
  });

  for (const fixture of fixtures) {
    const name = fixture.replace('.tar.zst', '');

    test(`a store of ${name} is checked and backed up as it is, opened, and written to`, async () => {
      const files = filesAt(join(folder, `${name}.db`));
      const schema = await unpack(fixture, files);
      assert.equal((await checkFiles(files, { onDamage })).damages, 0);
      const file = join(folder, `${name}-before.zst`);
      const options = { productVersion: '0', now: () => NOW, force: false, onDamage };
      const { manifest } = await backupStore(files, file, options);
      assert.deepEqual(manifest.parts.flatMap((part) => part.schema).sort(), schema);
      const store = await openStore(`sqlite:${files.series}`);
      await assertWhole(store);
      const { key } = (await store.findSeries('dehrprice'))!;
      await write(store, key, { [FIRST]: -1 }, NOW + 2 * HOUR_MS);
      assert.equal((await store.readValues(key, { start: FIRST, end: FIRST + 1 }))[0], -1);
      await store.close();
      assert.equal((await checkFiles(files, { onDamage })).damages, 0);
      const after = join(folder, `${name}-after.zst`);
      const { manifest: now } = await backupStore(files, after, options);
      const all = (await loadMigrations()).map(({ name: one }) => one);
      assert.deepEqual(
        now.parts.flatMap((part) => part.schema.map((one) => one.slice(4))).sort(),
        all.toSorted(),
      );
    });

    test(`a backup of ${name} is restored, and has everything`, async () => {
      const files = filesAt(join(folder, `${name}-restored.db`));
      await restoreStore(files, join(FIXTURES, fixture), { force: false });
      const store = await openStore(`sqlite:${files.series}`, { create: false });
      await assertWhole(store);
      await store.close();
    });
  }

  test('a backup of the first schema is restored to PostgreSQL, and has everything', async (t) => {
    const url = await testDatabase(t);
    await withTables(url, (tables) => restoreDatabase(tables, join(FIXTURES, fixtures[0]!), {}));
    const store = await openStore(url);
    await assertWhole(store);
    await store.close();
  });
});

suite('stores of later versions', () => {
  const SENTENCE =
    'This store was last used by a newer Gridtide: its migration 900 (later) is not known here. Use that version, or a newer one.';
  const LATER = "INSERT INTO applied_migration VALUES (900, 'later', 'x')";

  test('a server refuses a store of a later version with one sentence, and changes nothing', async () => {
    const path = join(folder, 'later.db');
    await (await openStore(`sqlite:${path}`)).close();
    damage(path, LATER);
    for (const command of [
      ['serve', '--port', '0'],
      ['user', 'list'],
    ]) {
      const { code, text } = await runProduct([...command, '--store', `sqlite:${path}`]);
      assert.equal(code, 1);
      assert.equal(text.trim().split('\n').length, 1, text);
      assert.ok(text.includes(SENTENCE), text);
    }
  });

  test('a store of a later version on PostgreSQL is refused with the same sentence', async (t) => {
    const url = await testDatabase(t);
    await (await openStore(url)).close();
    const client = new pg.Client(url);
    await client.connect();
    await client.query(LATER);
    await client.end();
    await assert.rejects(openStore(url), { message: SENTENCE });
  });
});
