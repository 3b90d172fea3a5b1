// A restore refuses a file that is no sound backup, and then changes nothing.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { ARCHIVE_END, packArchive } from '#store/backup/backup-archive';
import type { Manifest } from '#store/backup/backup-manifest';
import { backupStore } from '#store/backup/backup-store';
import { filesAt, StoreFilesFault } from '#store/engines/sqlite/store-files';
import { rounds } from '../../../harness/rounds.ts';
import { NOW } from '../contract/sample-series.ts';
import { damage, dumpStore, makeStore } from '../contract/sample-store.ts';
import {
  backUp,
  folder,
  manifest,
  namesBeside,
  newFiles,
  PACKED,
  PLAIN,
  restore,
  SOURCE,
  sourceRows,
} from './restore-sample.ts';

/** Asserts a refusal that says `why` and leaves no folder behind. */
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
  /** The source's backup with another manifest. */
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

  test('a restore says what is wrong with a file that is no sound backup', async () => {
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

  test('a restore refuses a backup whose checksums are right but whose store is damaged', async () => {
    const files = await newFiles();
    await makeStore(files.series);
    damage(files.series, "UPDATE chunk SET bytes = x'00'");
    const file = join(folder, 'rotten');
    await backupStore(files, file, {
      ...{ productVersion: '1', now: () => NOW, force: false },
      onDamage: () => {},
    });
    await refuses(
      await readFile(file),
      /the store in it is damaged: dehrprice: chunk .* \(the first of \d damages\)/,
    );
    const swapped = await newFiles();
    await makeStore(swapped.series);
    damage(swapped.series, 'PRAGMA application_id = 1');
    await rm(file);
    await backUp(swapped, file);
    await refuses(await readFile(file), /cannot be opened: .* is a database of another program/);
  });

  test('a restore refuses a backup in which any bit has flipped', async () => {
    const plain = await readFile(PLAIN);
    // Headers and manifest are few bytes compared with the parts, so half of the tries go to them.
    const places = fc.oneof(fc.nat({ max: 4_095 }), fc.nat({ max: plain.length - 1 }));
    await fc.assert(
      fc.asyncProperty(places, fc.nat({ max: 7 }), async (at, bit) => {
        const flipped = Buffer.from(plain);
        flipped[at]! ^= 1 << bit;
        await refuses(flipped, /damaged|not a backup|cut off/);
      }),
      { numRuns: rounds(60, 6) },
    );
  });

  test('a restore refuses a backup that was cut off at any byte', async () => {
    const plain = await readFile(PLAIN);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: plain.length - 1 }), (length) =>
        refuses(plain.subarray(0, length), /cut off|not a backup/),
      ),
      { numRuns: rounds(30, 5) },
    );
  });

  /** Some changes do no harm: compressed files end with an empty frame and have bits that zstd ignores. */
  const isRefusedOrWhole = async (bytes: Uint8Array): Promise<boolean> => {
    const file = join(folder, 'changed.zst');
    await writeFile(file, bytes);
    const files = await newFiles();
    try {
      await restore(files, file);
    } catch (error) {
      assert.ok(error instanceof StoreFilesFault, String(error));
      assert.deepEqual(await namesBeside(files), []);
      return true;
    }
    assert.deepEqual(dumpStore(files.series), sourceRows);
    return false;
  };

  test('a restore refuses a changed compressed backup, or restores the whole store', async () => {
    const bytes = await readFile(PACKED);
    assert.equal(await isRefusedOrWhole(bytes.subarray(0, bytes.length - 100)), true);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length - 1 }), async (length) => {
        await isRefusedOrWhole(bytes.subarray(0, length));
      }),
      { numRuns: rounds(20, 4) },
    );
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 7 }), async (at, bit) => {
        const flipped = Buffer.from(bytes);
        flipped[at]! ^= 1 << bit;
        await isRefusedOrWhole(flipped);
      }),
      { numRuns: rounds(30, 5) },
    );
  });

  test('a restore refuses a file that does not exist, and a folder', async () => {
    const files = await newFiles();
    await assert.rejects(
      restore(files, join(folder, 'nowhere')),
      /nowhere: there is no such file$/,
    );
    await assert.rejects(restore(files, folder), /it is not a file$/);
    assert.deepEqual(await namesBeside(files), []);
  });
});
