// Backups show one moment of both files, even beside a writer, in one file that only its owner can read.

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

const SOURCE = filesAt(join(folder, 'source.db'));
before(() => makeStore(SOURCE.series));

const make = (file: string, { files = SOURCE, force = false } = {}) =>
  backupStore(files, file, {
    ...{ productVersion: '9.9.9', now: () => NOW, force },
    onDamage: ({ subject, what }) => assert.fail(`${subject}: ${what}`),
  });

describe('a backup', () => {
  test('a backup has a manifest, and any tar can unpack it', async () => {
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

  test('a backup is compressed if its name ends in .zst', async () => {
    const [plain, packed] = [join(folder, 'a.backup'), join(folder, 'a.backup.zst')];
    await make(plain);
    const { fileBytes } = await make(packed);
    const bytes = await readFile(plain);
    assert.ok(fileBytes < bytes.length / 2);
    assert.ok(zstdDecompressSync(await readFile(packed)).equals(bytes));
  });

  test('a backup can be read by its owner only, and leaves nothing beside it', async () => {
    const alone = await mkdtemp(join(folder, 'alone-'));
    await make(join(alone, 'b.zst'));
    assert.deepEqual(await readdir(alone), ['b.zst']);
    assert.equal((await stat(join(alone, 'b.zst'))).mode & 0o777, 0o600);
  });

  test('a backup replaces a file only if told to', async () => {
    const file = join(folder, 'there');
    await writeFile(file, 'mine');
    await assert.rejects(make(file), /there exists already; --force replaces it\.$/);
    assert.equal(await readFile(file, 'utf8'), 'mine');
    await make(file, { force: true });
    assert.notEqual(await readFile(file, 'utf8'), 'mine');
  });

  test('a backup never replaces the store itself, or a folder', async () => {
    const before = dumpStore(SOURCE.series);
    for (const file of [SOURCE.series, SOURCE.accounts, folder]) {
      await assert.rejects(
        make(file, { force: true }),
        /is a file of the store itself|is not a file/,
      );
    }
    assert.deepEqual(dumpStore(SOURCE.series), before);
  });

  test('a backup refuses what is not a store in files', async () => {
    const file = join(folder, 'refused');
    await assert.rejects(
      make(file, { files: filesAt(join(folder, 'no.db')) }),
      /There is no store at/,
    );
    const foreign = filesAt(join(folder, 'foreign.db'));
    damage(foreign.series, 'CREATE TABLE t (a)');
    damage(foreign.accounts, 'CREATE TABLE t (a)');
    await assert.rejects(
      make(file, { files: foreign }),
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

  test('a damaged store is backed up, and the damage is named', async () => {
    const files = filesAt(join(folder, 'damaged.db'));
    await makeStore(files.series);
    damage(files.series, "UPDATE run SET bytes = x'00'");
    const file = join(folder, 'damaged.backup');
    const found: string[] = [];
    const { checked } = await backupStore(files, file, {
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

  test('a backup leaves a store of an older version as it is', async () => {
    const files = filesAt(join(folder, 'older.db'));
    await makeOldStore(files.series);
    const before = dumpStore(files.series);
    const { manifest } = await make(join(folder, 'older.backup'), { files });
    assert.deepEqual(manifest.parts[0]!.schema, ['001-series', '003-model']);
    assert.deepEqual(dumpStore(files.series), before);
  });
});

test('a part of more than 8 GiB has a header that tar can read', () => {
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
  test('a backup beside a writer shows one moment, and the writer goes on', async () => {
    const files = filesAt(join(folder, 'busy.db'));
    await makeStore(files.series);
    const script = join(import.meta.dirname, 'backup-process.ts');
    const child = spawn(process.execPath, ['-C', 'source', script, 'write', files.series], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await once(child.stdout!, 'data');
      const rounds: number[] = [];
      for (let n = 0; n < 3; n++) {
        const file = join(folder, `busy${n}`);
        await make(file, { files });
        const copy = filesAt(join(folder, `busy-copy${n}.db`));
        await restoreStore(copy, file, { force: false });
        const [series, accounts] = await readRounds(copy.series);
        // The plan follows the series, so it is at the same round or one behind.
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

  test('a backup does not wait for an import that has not ended', async () => {
    const files = filesAt(join(folder, 'long.db'));
    await makeStore(files.series);
    const writer = new DatabaseSync(files.series);
    writer.exec("BEGIN IMMEDIATE; UPDATE setting SET value = 'UTC'");
    const { manifest } = await make(join(folder, 'long'), { files });
    assert.equal(manifest.marketZone, 'Europe/Berlin');
    writer.exec('COMMIT');
    writer.close();
    assert.equal((await make(join(folder, 'long2'), { files })).manifest.marketZone, 'UTC');
  });
});

/** The round of the series' points, and the round of the plan. */
async function readRounds(path: string): Promise<[number, number]> {
  const store = await openStore(`sqlite:${path}`);
  const { key, firstIndex, lastIndex } = (await store.findSeries(WRITTEN))!;
  const values = await store.readValues(key, { start: firstIndex!, end: lastIndex! + 1 });
  assert.ok(values.every((value) => value === values[0]));
  const plan = await store.accounts.findPlan(WRITTEN);
  await store.close();
  return [values[0]!, plan!.requestsPerMinute];
}
