// A check finds nothing in a sound store, and finds flipped bits and overwritten bytes.

import assert from 'node:assert/strict';
import { copyFile, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { checksumOf } from '#store/codec/chunk-format';
import { filesAt } from '#store/engines/sqlite/store-files';
import { openStore } from '#store/open/open-store';
import { rounds } from '../../../harness/rounds.ts';
import { addSeries, NOW, write } from '../contract/sample-series.ts';
import { damage } from '../contract/sample-store.ts';
import { check, copySound, folder, SOUND } from './check-sample.ts';

describe('a sound store', () => {
  test('a check reads all of a sound store and finds no damage', async () => {
    const { lines, counts } = await check(SOUND);
    assert.deepEqual(lines, []);
    const { series, runs, bands, unverified } = counts;
    assert.deepEqual([series, runs, bands, unverified], [3, 1, 1, 0]);
    assert.ok(counts.chunks >= 3 && counts.changes >= 2, JSON.stringify(counts));
  });

  test('a check finds a store sound while it is written to', async () => {
    const files = await copySound();
    const store = await openStore(`sqlite:${files.series}`);
    const key = await addSeries(store, 'busy');
    let isOver = false;
    const writing = (async () => {
      for (let round = 1; !isOver; round++) {
        await write(store, key, { [round * 500]: round, [round]: 1, 0: Number.NaN }, NOW + round);
      }
    })();
    for (let round = 0; round < 5; round++) assert.deepEqual((await check(files)).lines, []);
    isOver = true;
    await writing;
    await store.close();
  });

  test('a check counts what was written before checksums were stored as unverified', async () => {
    const files = await copySound();
    damage(
      files.series,
      ...['chunk', 'run', 'point_change'].map((table) => `UPDATE ${table} SET checksum = NULL`),
      'UPDATE run_band SET lower_checksum = NULL, upper_checksum = NULL',
    );
    const { lines, counts } = await check(files);
    assert.deepEqual(lines, []);
    assert.equal(counts.unverified, counts.chunks + counts.changes + 2);
  });

  test('a check refuses a store that does not exist', async () => {
    await assert.rejects(
      check(filesAt(join(folder, 'none.db'))),
      /^StoreFilesFault: There is no store/,
    );
  });
});

describe('a bit that flips', () => {
  for (const table of ['chunk', 'run'] as const) {
    test(`a check finds any flipped bit in the bytes of a ${table}, and names its series and span`, async () => {
      const files = await copySound();
      const database = new DatabaseSync(files.series);
      const rows = database.prepare(`SELECT rowid AS id, bytes FROM ${table}`).all();
      const put = database.prepare(`UPDATE ${table} SET bytes = ? WHERE rowid = ?`);
      await fc.assert(
        fc.asyncProperty(fc.nat(), fc.nat(), async (pick, at) => {
          const { id, bytes } = rows[pick % rows.length] as { id: number; bytes: Uint8Array };
          const flipped = Uint8Array.from(bytes);
          const bit = at % (8 * bytes.length);
          flipped[bit >> 3]! ^= 1 << (bit & 7);
          put.run(flipped, id);
          const { lines } = await check(files);
          put.run(bytes, id);
          assert.equal(lines.length, 1, lines.join('\n'));
          const name =
            table === 'chunk'
              ? /^(dehrprice|fxeurnok): chunk -?\d+ \(from \d{4}-/
              : /^dehrprice: the run of 2024-05-17T10:00:00Z \(from 2024-/;
          assert.match(lines[0]!, name);
          assert.match(lines[0]!, /its bytes are not those that were written/);
        }),
        { numRuns: rounds(60) },
      );
      database.close();
    });
  }

  test('a flipped bit changes the checksum, and the same bytes have the same checksum', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), (bytes, at) => {
        const flipped = Uint8Array.from(bytes);
        const bit = at % (8 * bytes.length);
        flipped[bit >> 3]! ^= 1 << (bit & 7);
        assert.notEqual(checksumOf(flipped), checksumOf(bytes));
        assert.equal(checksumOf(Uint8Array.from(bytes)), checksumOf(bytes));
      }),
    );
  });
});

describe('a file that is damaged below SQLite’s tables', () => {
  const overwrite = async (path: string, from: number, bytes: Uint8Array): Promise<void> => {
    const file = await open(path, 'r+');
    await file.write(bytes, 0, bytes.length, from);
    await file.close();
  };

  test('a check names a page that is overwritten, and still reads the rest of the file', async () => {
    const files = await copySound();
    const database = new DatabaseSync(files.series);
    const { rootpage: page } = database
      .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'run'")
      .get() as { rootpage: number };
    database.close();
    await overwrite(files.series, (page - 1) * 16_384, new Uint8Array(16_384).fill(7));
    const { lines, counts } = await check(files);
    assert.ok(
      lines.some((line) => /^series file: SQLite says: /.test(line)),
      lines.join('\n'),
    );
    assert.ok(
      lines.some((line) => /^dehrprice: its runs cannot be read/.test(line)),
      lines.join('\n'),
    );
    assert.ok(counts.chunks >= 3);
  });

  test('a check names a file that is no longer a database', async () => {
    const files = await copySound();
    await overwrite(files.accounts, 0, new Uint8Array(100).fill(7));
    const { lines, counts } = await check(files);
    assert.match(lines.join('\n'), /^accounts file: .* cannot be opened: /);
    assert.equal(counts.series, 3);
  });

  test('a check never stops at bytes that are overwritten anywhere', async () => {
    const files = await copySound();
    const { size } = await stat(SOUND.series);
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: size - 64 }),
        fc.uint8Array({ minLength: 1, maxLength: 64 }),
        async (from, bytes) => {
          await copyFile(SOUND.series, files.series);
          await overwrite(files.series, from, bytes);
          await check(files);
        },
      ),
      { numRuns: rounds(60) },
    );
  });
});
