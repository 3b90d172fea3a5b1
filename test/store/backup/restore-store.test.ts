// Restores: the same store again, or a refusal that changes nothing, or, killed, the old or the new.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { ARCHIVE_END, packArchive } from '#store/backup/backup-archive';
import type { Manifest } from '#store/backup/backup-manifest';
import { backupStore } from '#store/backup/backup-store';
import { restoreStore } from '#store/backup/restore-store';
import { filesAt, type StoreFiles, StoreFilesFault } from '#store/engines/sqlite/store-files';
import { finishRestore, keptOf, stagingOf } from '#store/engines/sqlite/swap-files';
import { openStore } from '#store/open/open-store';
import { NOW } from '../contract/sample-series.ts';
import { damage, dumpStore, makeOldStore, makeStore } from '../contract/sample-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
after(() => rm(folder, { recursive: true }));

const SOURCE = filesAt(join(folder, 'source.db'));
const PLAIN = join(folder, 'source.backup');
const PACKED = join(folder, 'source.zst');
let manifest: Manifest;
let newDump: Record<string, unknown[]>;

const backUp = async (place: StoreFiles, file: string): Promise<Manifest> =>
  (
    await backupStore(place, file, {
      ...{ productVersion: '1', now: () => NOW, force: false },
      onDamage: ({ subject, what }) => assert.fail(`${subject}: ${what}`),
    })
  ).manifest;

before(async () => {
  await makeStore(SOURCE.series, 2);
  manifest = await backUp(SOURCE, PLAIN);
  await backUp(SOURCE, PACKED);
  newDump = dumpStore(SOURCE.series);
});

const restore = (place: StoreFiles, file: string, force = false) =>
  restoreStore(place, file, { force });

/** A folder of its own for a store. */
const newPlace = async (): Promise<StoreFiles> =>
  filesAt(join(await mkdtemp(join(folder, 'place-')), 'gridtide.db'));

const oldPlace = async (): Promise<StoreFiles> => {
  const place = await newPlace();
  await makeStore(place.series, 1);
  return place;
};

const filesBeside = async ({ series }: StoreFiles): Promise<string[]> =>
  (await readdir(join(series, '..'))).sort();

const SCRIPT = join(import.meta.dirname, 'backup-process.ts');
const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, ['-C', 'source', SCRIPT, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

describe('a restore', () => {
  test('makes a store whose every table equals the source’s', async () => {
    for (const file of [PLAIN, PACKED]) {
      const place = filesAt(join(folder, `new-${file === PLAIN}`, 'inner', 'gridtide.db'));
      const { kept, checked } = await restore(place, file);
      assert.deepEqual([kept, checked.damages], [[], 0]);
      assert.deepEqual(dumpStore(place.series), newDump);
      assert.deepEqual(await filesBeside(place), ['gridtide-accounts.db', 'gridtide.db']);
      assert.equal((await stat(place.accounts)).mode & 0o777, 0o600);
    }
  });

  test('replaces a store only when told to, and keeps what was there', async () => {
    const place = await oldPlace();
    const held = dumpStore(place.series);
    await assert.rejects(
      restore(place, PACKED),
      /There is a store already: .*gridtide\.db\. --force/,
    );
    assert.deepEqual(dumpStore(place.series), held);
    const { kept } = await restore(place, PACKED, true);
    assert.deepEqual(kept, [keptOf(place.series), keptOf(place.accounts)]);
    assert.deepEqual(dumpStore(place.series), newDump);
    await assert.rejects(restore(place, PACKED, true), /is there from an earlier restore/);
    // Its names put back, the old store is what it was.
    const back = await newPlace();
    await writeFile(back.series, await readFile(kept[0]!));
    await writeFile(back.accounts, await readFile(kept[1]!));
    assert.deepEqual(dumpStore(back.series), held);
  });

  test('keeps what was only in the write-ahead log of a server that was killed', async () => {
    const place = await newPlace();
    const child = start('write', place.series);
    await once(child.stdout!, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.ok((await filesBeside(place)).includes('gridtide.db-wal'));
    await restore(place, PACKED, true);
    assert.deepEqual(dumpStore(place.series), newDump);
    const names = await filesBeside(place);
    assert.ok(!names.some((name) => /-(wal|shm|journal)$/.test(name)), names.join());
    const back = await newPlace();
    await writeFile(back.series, await readFile(keptOf(place.series)));
    assert.equal(dumpStore(back.series)['series.series']!.length, 1);
  });

  test('is refused while another process has the store open, reading or not', async () => {
    const place = await oldPlace();
    const child = start('hold', place.series);
    await once(child.stdout!, 'data');
    await assert.rejects(restore(place, PACKED, true), /The store is in use: another process has/);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const store = await openStore(`sqlite:${place.series}`);
    await assert.rejects(restore(place, PACKED, true), /The store is in use/);
    assert.equal(await store.countSeries(), 3);
    await store.close();
    await restore(place, PACKED, true);
    assert.deepEqual(dumpStore(place.series), newDump);
  });

  for (const rest of ['', 'x'.repeat(100_000)]) {
    const text = `no database${rest}`;
    test(`replaces a file of ${text.length} bytes that is no database any more`, async () => {
      const place = await oldPlace();
      await writeFile(place.series, text);
      await writeFile(`${place.series}-shm`, '');
      await assert.rejects(restore(place, PACKED, true), /too damaged to tell .* remove .*-shm/);
      await rm(`${place.series}-shm`);
      await writeFile(`${place.series}-wal`, 'its log');
      await restore(place, PACKED, true);
      assert.deepEqual(dumpStore(place.series), newDump);
      assert.equal(await readFile(keptOf(place.series), 'utf8'), text);
      // SQLite itself folds the log into a file that has pages; beside one that has none it stays.
      if (rest === '') {
        assert.equal(await readFile(`${keptOf(place.series)}-wal`, 'utf8'), 'its log');
      }
      assert.ok(!existsSync(`${place.series}-wal`));
    });
  }

  test('brings an older store up to date', async () => {
    const old = await newPlace();
    await makeOldStore(old.series);
    const file = join(folder, 'old.backup');
    await backUp(old, file);
    const place = await newPlace();
    const { checked } = await restore(place, file);
    assert.deepEqual([checked.series, checked.unverified], [1, 1]);
    const store = await openStore(`sqlite:${place.series}`);
    const { key } = (await store.findSeries('old'))!;
    assert.deepEqual([...(await store.readValues(key, { start: 768, end: 770 }))], [5, 5]);
    await store.close();
  });

  test('can be tried without changing anything', async () => {
    const place = await oldPlace();
    const held = [await filesBeside(place), dumpStore(place.series)];
    const result = await restoreStore(place, PACKED, { force: false, verifyOnly: true });
    assert.equal(result.manifest.madeAt, manifest.madeAt);
    assert.deepEqual([await filesBeside(place), dumpStore(place.series)], held);
  });
});

/** Asserts a refusal that says `why`, and that nothing was changed; the place is empty. */
async function refuses(bytes: Uint8Array, why: RegExp): Promise<void> {
  const file = join(folder, 'wrong');
  await writeFile(file, bytes);
  const parent = join(folder, 'nothing');
  await assert.rejects(
    restore(filesAt(join(parent, 'in', 'gridtide.db')), file),
    (error: Error) => {
      assert.ok(error instanceof StoreFilesFault, String(error.stack));
      assert.match(error.message, why);
      assert.ok(error.message.startsWith(`${file}: `));
      return true;
    },
  );
  assert.ok(!existsSync(parent));
}

describe('a file that is no sound backup', () => {
  const packed = async (change: Partial<Manifest>) => {
    async function* bytesOf(name: string) {
      const plain = await readFile(PLAIN);
      const [series, accounts] = manifest.parts.map(({ sizeBytes }) => sizeBytes) as [
        number,
        number,
      ];
      const end = plain.length - ARCHIVE_END.length;
      yield name === 'accounts.db'
        ? plain.subarray(end - accounts, end)
        : plain.subarray(end - accounts - 512 - series, end - accounts - 512);
    }
    const pieces: Uint8Array[] = [];
    for await (const piece of packArchive({ ...manifest, ...change }, bytesOf)) pieces.push(piece);
    return Buffer.concat(pieces);
  };

  test('is refused with what is wrong', async () => {
    const plain = await readFile(PLAIN);
    assert.ok((await packed({})).equals(plain), 'these tests change a real backup');
    await refuses(new Uint8Array(0), /it is not a backup that gridtide made$/);
    await refuses(Buffer.from('series,time,value\n'.repeat(100)), /it is not a backup/);
    await refuses(await readFile(SOURCE.series), /it is not a backup/);
    await refuses(gzipSync(plain), /it is not a backup/);
    await refuses(zstdCompressSync(Buffer.alloc(10_000)), /it is not a backup/);
    await refuses(Buffer.concat([plain, ARCHIVE_END]), /it goes on after its end$/);
    await refuses(plain.subarray(0, plain.length - 1), /it is cut off: it ends within its end$/);
    await refuses(plain.subarray(0, 300_000), /it is cut off: it ends within series\.db$/);
    await refuses(await packed({ format: 'other' as never }), /not one of a Gridtide backup/);
    await refuses(await packed({ formatVersion: 2 }), /format 2 of a newer Gridtide/);
    await refuses(await packed({ parts: [] }), /its manifest lacks something/);
    const [series, accounts] = manifest.parts;
    const later = { ...series!, schema: [...series!.schema, '950-later'] };
    await refuses(
      await packed({ parts: [later, accounts!] }),
      /migration 950-later is not known here/,
    );
  });

  test('is refused where its checksums are right but the store in it is not', async () => {
    const place = await newPlace();
    await makeStore(place.series);
    damage(place.series, "UPDATE chunk SET bytes = x'00'");
    const file = join(folder, 'rotten');
    await backupStore(place, file, {
      ...{ productVersion: '1', now: () => NOW, force: false },
      onDamage: () => {},
    });
    await refuses(
      await readFile(file),
      /the store in it is damaged: dehrprice: chunk .* \(the first of \d damages\)/,
    );
    const swapped = await newPlace();
    await makeStore(swapped.series);
    damage(swapped.series, 'PRAGMA application_id = 1');
    await rm(file);
    await backUp(swapped, file);
    await refuses(await readFile(file), /cannot be opened: .* is a database of another program/);
  });

  test('is refused wherever a bit of it flipped', async () => {
    const plain = await readFile(PLAIN);
    // Heads and manifest are few bytes beside the parts: half of the tries go there.
    const places = fc.oneof(fc.nat({ max: 4_095 }), fc.nat({ max: plain.length - 1 }));
    await fc.assert(
      fc.asyncProperty(places, fc.nat({ max: 7 }), async (at, bit) => {
        const flipped = Buffer.from(plain);
        flipped[at]! ^= 1 << bit;
        await refuses(flipped, /damaged|not a backup|cut off/);
      }),
      { numRuns: 60 },
    );
  });

  test('is refused wherever it was cut off', async () => {
    const plain = await readFile(PLAIN);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: plain.length - 1 }), (length) =>
        refuses(plain.subarray(0, length), /cut off|not a backup/),
      ),
      { numRuns: 30 },
    );
  });

  /** Compressed files end with a frame of nothing, and have bits that zstd does not use. */
  const isRefusedOrWhole = async (bytes: Uint8Array): Promise<boolean> => {
    const file = join(folder, 'changed.zst');
    await writeFile(file, bytes);
    const place = await newPlace();
    try {
      await restore(place, file);
    } catch (error) {
      assert.ok(error instanceof StoreFilesFault, String(error));
      assert.deepEqual(await filesBeside(place), []);
      return true;
    }
    assert.deepEqual(dumpStore(place.series), newDump);
    return false;
  };

  test('is refused when compressed too, unless nothing of the store is missing', async () => {
    const bytes = await readFile(PACKED);
    assert.equal(await isRefusedOrWhole(bytes.subarray(0, bytes.length - 100)), true);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length - 1 }), async (length) => {
        await isRefusedOrWhole(bytes.subarray(0, length));
      }),
      { numRuns: 20 },
    );
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 7 }), async (at, bit) => {
        const flipped = Buffer.from(bytes);
        flipped[at]! ^= 1 << bit;
        await isRefusedOrWhole(flipped);
      }),
      { numRuns: 30 },
    );
  });

  test('that is not there, or a folder, is refused', async () => {
    const place = await newPlace();
    await assert.rejects(
      restore(place, join(folder, 'nowhere')),
      /nowhere: there is no such file$/,
    );
    await assert.rejects(restore(place, folder), /it is not a file$/);
    assert.deepEqual(await filesBeside(place), []);
  });
});

describe('a restore that is killed', () => {
  const steps: [step: string, isNew: boolean][] = [
    ['reading', false],
    ['checking', false],
    ['holding', false],
    ['deciding', false],
    ['keeping gridtide.db', true],
    ['replacing gridtide.db', true],
    ['keeping gridtide-accounts.db', true],
    ['replacing gridtide-accounts.db', true],
    ['tidying', true],
  ];
  for (const [step, isNew] of steps) {
    test(`when it begins ${step} leaves the ${isNew ? 'new' : 'old'} store`, async () => {
      const place = await oldPlace();
      const held = dumpStore(place.series);
      const child = start('restore', place.series, PACKED, step);
      assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
      // At no moment is there no file: who does not know of restores finds a store.
      assert.ok(existsSync(place.series) && existsSync(place.accounts));
      assert.equal(await finishRestore(place.series), isNew);
      assert.deepEqual(dumpStore(place.series), isNew ? newDump : held);
      assert.equal(existsSync(keptOf(place.series)), isNew);
      assert.equal(existsSync(keptOf(place.accounts)), isNew);
      if (isNew) return;
      await restore(place, PACKED, true);
      assert.deepEqual(dumpStore(place.series), newDump);
      assert.ok(!existsSync(stagingOf(place)));
    });
  }

  test('at any moment leaves the old store or the new one', async () => {
    for (let n = 0; n < 8; n++) {
      const place = await oldPlace();
      const held = dumpStore(place.series);
      const child = start('restore', place.series, PACKED, 'never');
      const exit = once(child, 'exit');
      await setTimeout(100 + 60 * n);
      child.kill('SIGKILL');
      await exit;
      await finishRestore(place.series);
      const isNew = existsSync(keptOf(place.series));
      assert.deepEqual(dumpStore(place.series), isNew ? newDump : held);
    }
  });

  test('is carried out once, by whoever comes first', async () => {
    const place = await oldPlace();
    const child = start('restore', place.series, PACKED, 'replacing gridtide-accounts.db');
    await once(child, 'exit');
    const found = await Promise.all(Array.from({ length: 4 }, () => finishRestore(place.series)));
    assert.equal(found.filter(Boolean).length, 1);
    assert.deepEqual(dumpStore(place.series), newDump);
  });
});

test('two restores of one store do not meet', async () => {
  const place = await newPlace();
  await mkdir(stagingOf(place));
  damage(join(stagingOf(place), 'lock'));
  const first = restoreStore(place, PACKED, { force: false });
  await assert.rejects(restore(place, PACKED), /Another restore of this store is under way/);
  await first;
  assert.deepEqual(dumpStore(place.series), newDump);
});
