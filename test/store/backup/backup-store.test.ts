// Backups: one moment of both files, whoever writes meanwhile, in one file for its owner only.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { headerOf, readHeader } from '#store/backup/backup-archive';
import { backupStore } from '#store/backup/backup-store';
import { restoreStore } from '#store/backup/restore-store';
import { filesAt, filesOf } from '#store/engines/sqlite/store-files';
import { openStore } from '#store/open/open-store';
import { NOW } from '../contract/sample-series.ts';
import { damage, dumpStore, makeOldStore, makeStore } from '../contract/sample-store.ts';
import { WRITTEN } from './backup-process.ts';

const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
after(() => rm(folder, { recursive: true }));

const PLACE = filesAt(join(folder, 'source.db'));
before(() => makeStore(PLACE.series));

const make = (file: string, { place = PLACE, force = false } = {}) =>
  backupStore(place, file, {
    ...{ productVersion: '9.9.9', now: () => NOW, force },
    onDamage: ({ subject, what }) => assert.fail(`${subject}: ${what}`),
  });

describe('a backup', () => {
  test('says what it is, and holds what any tar can take out', async () => {
    const file = join(folder, 'plain.backup');
    const { manifest, fileBytes } = await make(file);
    assert.equal((await stat(file)).size, fileBytes);
    const { productVersion, madeAt, marketZone, parts } = manifest;
    assert.deepEqual(
      [productVersion, madeAt, marketZone],
      ['9.9.9', '2024-05-17T10:00:00.000Z', 'Europe/Berlin'],
    );
    assert.deepEqual(
      parts.map(({ name }) => name),
      ['series.db', 'accounts.db'],
    );
    assert.ok(parts[0]!.schema.includes('001-series'));
    const out = await mkdtemp(join(folder, 'tar-'));
    execFileSync('tar', ['xf', file, '-C', out]);
    execFileSync('sha256sum', ['-c', 'manifest.sha256'], { cwd: out });
    assert.deepEqual(JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')), manifest);
    const sums = execFileSync(
      'sha256sum',
      parts.map(({ name }) => name),
      { cwd: out },
    );
    assert.deepEqual(
      String(sums)
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0]),
      parts.map(({ sha256 }) => sha256),
    );
  });

  test('is compressed where its name ends in .zst', async () => {
    const [plain, packed] = [join(folder, 'a.backup'), join(folder, 'a.backup.zst')];
    await make(plain);
    const { fileBytes } = await make(packed);
    const bytes = await readFile(plain);
    assert.ok(fileBytes < bytes.length / 2);
    assert.ok(zstdDecompressSync(await readFile(packed)).equals(bytes));
  });

  test('can be read by its owner only, and nothing else is left beside it', async () => {
    const alone = await mkdtemp(join(folder, 'alone-'));
    await make(join(alone, 'b.zst'));
    assert.deepEqual(await readdir(alone), ['b.zst']);
    assert.equal((await stat(join(alone, 'b.zst'))).mode & 0o777, 0o600);
  });

  test('replaces a file only when told to', async () => {
    const file = join(folder, 'there');
    await writeFile(file, 'mine');
    await assert.rejects(make(file), /there is there already; --force replaces it\.$/);
    assert.equal(await readFile(file, 'utf8'), 'mine');
    await make(file, { force: true });
    assert.notEqual(await readFile(file, 'utf8'), 'mine');
  });

  test('never replaces the store itself, or a folder', async () => {
    const held = dumpStore(PLACE.series);
    for (const file of [PLACE.series, PLACE.accounts, folder]) {
      await assert.rejects(
        make(file, { force: true }),
        /is a file of the store itself|is not a file/,
      );
    }
    assert.deepEqual(dumpStore(PLACE.series), held);
  });

  test('of what is not a store is refused', async () => {
    const file = join(folder, 'refused');
    await assert.rejects(
      make(file, { place: filesAt(join(folder, 'no.db')) }),
      /There is no store at/,
    );
    const foreign = filesAt(join(folder, 'foreign.db'));
    damage(foreign.series, 'CREATE TABLE t (a)');
    damage(foreign.accounts, 'CREATE TABLE t (a)');
    await assert.rejects(
      make(file, { place: foreign }),
      /is not the series file of a Gridtide store/,
    );
    await assert.rejects(make(join(folder, 'no/such/folder')), /cannot be written/);
    assert.throws(
      () => filesOf('postgres://u:secret@h/db'),
      /^StoreFilesFault: A store in PostgreSQL/,
    );
    assert.throws(() => filesOf('sqlite::memory:'), /has no files/);
    assert.equal(filesOf('sqlite:///var/x.db').accounts, '/var/x-accounts.db');
    assert.ok(!(await readdir(folder)).some((name) => /^refused|making/.test(name)));
  });

  test('of a damaged store is made, and the damage is named', async () => {
    const place = filesAt(join(folder, 'damaged.db'));
    await makeStore(place.series);
    damage(place.series, "UPDATE run SET bytes = x'00'");
    const file = join(folder, 'damaged.backup');
    const found: string[] = [];
    const { checked } = await backupStore(place, file, {
      ...{ productVersion: '1', now: () => NOW, force: false },
      onDamage: ({ subject }) => found.push(subject),
    });
    assert.deepEqual([checked.damages, found], [1, ['dehrprice']]);
    const target = filesAt(join(folder, 'from-damaged.db'));
    await assert.rejects(
      restoreStore(target, file, { force: false }),
      /the store in it is damaged: dehrprice: the run of 2024-05-17T10:00:00Z/,
    );
  });

  test('leaves a store of an older version as it is', async () => {
    const place = filesAt(join(folder, 'older.db'));
    await makeOldStore(place.series);
    const held = dumpStore(place.series);
    const { manifest } = await make(join(folder, 'older.backup'), { place });
    assert.deepEqual(manifest.parts[0]!.schema, ['001-series', '003-model']);
    assert.deepEqual(dumpStore(place.series), held);
  });
});

test('a part of more than 8 GiB has a head that tar reads', () => {
  const madeAt = new Date(NOW).toISOString();
  assert.deepEqual(readHeader(headerOf('a', 8 ** 11 - 1, madeAt)), {
    name: 'a',
    sizeBytes: 8 ** 11 - 1,
  });
  const size = 3 * 8 ** 11 + 5;
  const block = headerOf('series.db', size, madeAt);
  const listed = execFileSync('sh', ['-c', 'tar tv 2>/dev/null || true'], { input: block });
  assert.match(String(listed), new RegExp(` ${size} .* series\\.db`));
});

describe('a backup beside a writer', () => {
  test('is of one moment, and whole, and the writer goes on', async () => {
    const place = filesAt(join(folder, 'busy.db'));
    await makeStore(place.series);
    const script = join(import.meta.dirname, 'backup-process.ts');
    const child = spawn(process.execPath, ['-C', 'source', script, 'write', place.series], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await once(child.stdout!, 'data');
      const rounds: number[] = [];
      for (let n = 0; n < 8; n++) {
        const file = join(folder, `busy${n}`);
        await make(file, { place });
        const copy = filesAt(join(folder, `busy-copy${n}.db`));
        await restoreStore(copy, file, { force: false });
        const [series, accounts] = await readRounds(copy.series);
        // The plan follows the series: at any moment it is at the same round or one behind.
        assert.ok(series - accounts === 0 || series - accounts === 1, `${series}, ${accounts}`);
        rounds.push(series);
      }
      assert.ok(
        rounds.every((round, i) => i === 0 || round > rounds[i - 1]!),
        rounds.join(),
      );
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });

  test('is not held up by an import that has not ended', async () => {
    const place = filesAt(join(folder, 'long.db'));
    await makeStore(place.series);
    const writer = new DatabaseSync(place.series);
    writer.exec("BEGIN IMMEDIATE; UPDATE setting SET value = 'UTC'");
    const { manifest } = await make(join(folder, 'long'), { place });
    assert.equal(manifest.marketZone, 'Europe/Berlin');
    writer.exec('COMMIT');
    writer.close();
    assert.equal((await make(join(folder, 'long2'), { place })).manifest.marketZone, 'UTC');
  });
});

/** The round of all points of the series, and that of the plan. */
async function readRounds(path: string): Promise<[number, number]> {
  const store = await openStore(`sqlite:${path}`);
  const { key, firstIndex, lastIndex } = (await store.findSeries(WRITTEN))!;
  const values = await store.readValues(key, { start: firstIndex!, end: lastIndex! + 1 });
  assert.ok(values.every((value) => value === values[0]));
  const plan = await store.accounts.findPlan(WRITTEN);
  await store.close();
  return [values[0]!, plan!.requestsPerMinute];
}
