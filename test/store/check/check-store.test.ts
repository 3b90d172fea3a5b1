// What a check finds: every kind of damage, by name, and none where there is none.

import assert from 'node:assert/strict';
import { copyFile, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import type { CheckCounts } from '#store/check/check-damage';
import { checkFiles } from '#store/check/check-store';
import { checksumOf } from '#store/codec/checksum';
import { encodeValues } from '#store/codec/encode-values';
import { filesAt } from '#store/engines/sqlite/store-files';
import { openStore } from '#store/open/open-store';
import { addSeries, NOW, write } from '../contract/sample-series.ts';
import { damage, makeStore } from '../contract/sample-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
after(() => rm(folder, { recursive: true }));

const SOUND = filesAt(join(folder, 'sound.db'));
await makeStore(SOUND.series);

let copies = 0;
async function copyStore(): Promise<typeof SOUND> {
  const copy = filesAt(join(folder, `copy${++copies}.db`));
  await copyFile(SOUND.series, copy.series);
  await copyFile(SOUND.accounts, copy.accounts);
  return copy;
}

async function check(place: typeof SOUND): Promise<{ lines: string[]; counts: CheckCounts }> {
  const lines: string[] = [];
  const counts = await checkFiles(place, {
    onDamage: ({ subject, what }) => lines.push(`${subject}: ${what}`),
  });
  assert.equal(counts.damages, lines.length);
  return { lines, counts };
}

describe('a sound store', () => {
  test('has no damage, and all of it was looked at', async () => {
    const { lines, counts } = await check(SOUND);
    assert.deepEqual(lines, []);
    const { series, runs, bands, unverified } = counts;
    assert.deepEqual([series, runs, bands, unverified], [3, 1, 1, 0]);
    assert.ok(counts.chunks >= 3 && counts.changes >= 2, JSON.stringify(counts));
  });

  test('has none while it is written to', async () => {
    const place = await copyStore();
    const store = await openStore(`sqlite:${place.series}`);
    const key = await addSeries(store, 'busy');
    let isOver = false;
    const writing = (async () => {
      for (let round = 1; !isOver; round++) {
        await write(store, key, { [round * 500]: round, [round]: 1, 0: Number.NaN }, NOW + round);
      }
    })();
    for (let round = 0; round < 5; round++) assert.deepEqual((await check(place)).lines, []);
    isOver = true;
    await writing;
    await store.close();
  });

  test('that was written before checksums were kept says how much is unverified', async () => {
    const place = await copyStore();
    damage(place.series, 'UPDATE chunk SET checksum = NULL', 'UPDATE run SET checksum = NULL');
    const { lines, counts } = await check(place);
    assert.deepEqual(lines, []);
    assert.equal(counts.unverified, counts.chunks + 1);
  });

  test('that is not there is refused', async () => {
    await assert.rejects(
      check(filesAt(join(folder, 'none.db'))),
      /^StoreFilesFault: There is no store/,
    );
  });
});

describe('a bit that flips', () => {
  for (const table of ['chunk', 'run'] as const) {
    test(`anywhere in the bytes of a ${table} is found, and its series and place are named`, async () => {
      const place = await copyStore();
      const database = new DatabaseSync(place.series);
      const rows = database.prepare(`SELECT rowid AS id, bytes FROM ${table}`).all();
      const put = database.prepare(`UPDATE ${table} SET bytes = ? WHERE rowid = ?`);
      await fc.assert(
        fc.asyncProperty(fc.nat(), fc.nat(), async (pick, where) => {
          const { id, bytes } = rows[pick % rows.length] as { id: number; bytes: Uint8Array };
          const flipped = Uint8Array.from(bytes);
          const bit = where % (8 * bytes.length);
          flipped[bit >> 3]! ^= 1 << (bit & 7);
          put.run(flipped, id);
          const { lines } = await check(place);
          put.run(bytes, id);
          assert.equal(lines.length, 1, lines.join('\n'));
          const name =
            table === 'chunk'
              ? /^(dehrprice|fxeurnok): chunk -?\d+ \(from \d{4}-/
              : /^dehrprice: the run of 2024-05-17T10:00:00Z \(from 2024-/;
          assert.match(lines[0]!, name);
          assert.match(lines[0]!, /its bytes are not those that were written/);
        }),
        { numRuns: 60 },
      );
      database.close();
    });
  }

  test('changes the checksum, and the same bytes have the same', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), (bytes, where) => {
        const flipped = Uint8Array.from(bytes);
        const bit = where % (8 * bytes.length);
        flipped[bit >> 3]! ^= 1 << (bit & 7);
        assert.notEqual(checksumOf(flipped), checksumOf(bytes));
        assert.equal(checksumOf(Uint8Array.from(bytes)), checksumOf(bytes));
      }),
    );
  });
});

const GAPS = Buffer.from(encodeValues(new Float64Array(768).fill(Number.NaN))).toString('hex');
const DEHRPRICE = "series_key = (SELECT series_key FROM series WHERE code = 'dehrprice')";

describe('damage in the series file', () => {
  const cases: [name: string, statement: string, found: RegExp][] = [
    [
      'a chunk that cannot be decoded',
      `UPDATE chunk SET bytes = x'00', checksum = NULL WHERE ${DEHRPRICE} AND chunk = (SELECT MIN(chunk) FROM chunk WHERE ${DEHRPRICE})`,
      /^dehrprice: chunk \d+ \(from 2024-\d\d-\d\dT\d\d:00:00Z up to 2024-.*Z\): stored values are damaged: unknown format 0$/,
    ],
    [
      'a chunk of gaps only',
      `UPDATE chunk SET bytes = x'${GAPS}', checksum = NULL WHERE ${DEHRPRICE}`,
      /^dehrprice: chunk \d+ \(.*\): it holds nothing but gaps$/,
    ],
    [
      'a first value that is elsewhere',
      `UPDATE series SET first_index = first_index + 1 WHERE ${DEHRPRICE}`,
      /^dehrprice: its row says that its first value is at 2024-.*, but it is at 2024-/,
    ],
    [
      'a last value that is elsewhere',
      `UPDATE series SET last_index = NULL WHERE ${DEHRPRICE}`,
      /^dehrprice: its row says that its last value is at none, but it is at 2024-/,
    ],
    [
      'a value where there is none',
      "UPDATE series SET first_index = 5 WHERE code = 'empty'",
      /^empty: .*first value is at 1970-05-31T23:00:00Z, but it is at none$/,
    ],
    [
      'runs that reach elsewhere',
      `UPDATE series SET run_last_index = run_last_index + 1 WHERE ${DEHRPRICE}`,
      /^dehrprice: its row says .* for the last value of its runs, but it is/,
    ],
    [
      'another newest run',
      `UPDATE series SET newest_run_at = newest_run_at - 1000 WHERE ${DEHRPRICE}`,
      /^dehrprice: its row says 2024-05-17T09:59:59Z for the time of its newest run, but it is 2024-05-17T10:00:00Z$/,
    ],
    [
      'a run with a senseless horizon',
      'UPDATE run SET last_index = first_index - 1',
      /^dehrprice: the run of 2024-05-17T10:00:00Z: its horizon makes no sense/,
    ],
    [
      'a run with a horizon beyond all bounds',
      'UPDATE run SET last_index = 2000000000',
      /^dehrprice: the run of .*: its horizon makes no sense/,
    ],
    [
      'a run of another length',
      "UPDATE run SET bytes = x'40020202', checksum = NULL",
      /^dehrprice: the run of .*: 2 values where 3 belong$/,
    ],
    [
      'a band that cannot be decoded',
      "UPDATE run_band SET upper = x'ff'",
      /^dehrprice: the band of 80 % of the run of 2024-05-17T10:00:00Z, upper side: /,
    ],
    [
      'a band of a run that is not there',
      'UPDATE run_band SET analyzed_at = 0',
      /^dehrprice: the band of 80 % of the run of 1970-01-01T00:00:00Z: there is no such run$/,
    ],
    [
      'a detail that is no JSON',
      "UPDATE run_detail SET detail = '{'",
      /^dehrprice: the detail of the run of /,
    ],
    [
      'a change record that cannot be decoded',
      "UPDATE point_change SET bytes = x'8080808080' WHERE LENGTH(bytes) > 0",
      /^dehrprice: the change recorded at 2024-05-17T11:00:00Z, chunk \d+ \(from 2024-.*\): a stored change is damaged/,
    ],
    [
      'change records that overlap',
      `INSERT INTO point_change SELECT series_key, recorded_at, chunk + 1, last_chunk + 1, x'' FROM point_change WHERE ${DEHRPRICE} AND last_chunk > chunk LIMIT 1`,
      /^dehrprice: the change recorded at .* two records of one instant$/,
    ],
    [
      'a resolution that is not known',
      "UPDATE series SET resolution = 'minute' WHERE code = 'fxeurnok'",
      /^fxeurnok: its resolution minute is not known/,
    ],
    [
      'a text for searches that is another',
      "UPDATE series SET description = 'x' WHERE code = 'fxeurnok'",
      /^fxeurnok: the text that searches look at/,
    ],
    [
      'a version that is none',
      "UPDATE series SET version = 0 WHERE code = 'fxeurnok'",
      /^fxeurnok: its version is 0/,
    ],
    [
      'a time of change that is missing',
      "UPDATE series SET updated_at = NULL WHERE code = 'fxeurnok'",
      /^fxeurnok: it has values, but no time of a last change$/,
    ],
    [
      'chunks without a series',
      "INSERT INTO chunk (series_key, chunk, bytes) VALUES (99, 1, x'00')",
      /^series file: 1 rows of the table chunk belong to series 99, which does not exist$/,
    ],
    [
      'a catalog that is missing',
      'DELETE FROM catalog',
      /^series file: the catalog has 0 rows instead of one$/,
    ],
    [
      'a catalog that is behind',
      'UPDATE catalog SET version = 1',
      /^series file: the catalog is at version 1, but a series is at version \d+$/,
    ],
    [
      'a zone that does not exist',
      "UPDATE setting SET value = 'Mars/Base'",
      /^series file: the market’s time zone "Mars\/Base" is not one that exists$/,
    ],
    [
      'a job in no state',
      "UPDATE job SET state = 'lost'",
      /^series file: the job forecast due at .* has the state lost/,
    ],
    [
      'a table that is missing',
      'DROP TABLE model_memory',
      /^series file: its table model_memory is missing$/,
    ],
    [
      'a migration that is not known',
      "INSERT INTO applied_migration VALUES (900, 'later', 'x')",
      /^series file: its migration 900 \(later\) is not known/,
    ],
  ];
  for (const [name, statement, found] of cases) {
    test(`${name} is named`, async () => {
      const place = await copyStore();
      damage(place.series, statement);
      const { lines } = await check(place);
      assert.ok(
        lines.some((line) => found.test(line)),
        `${found} in:\n${lines.join('\n')}`,
      );
    });
  }

  test('one damaged chunk does not hide another', async () => {
    const place = await copyStore();
    damage(place.series, "UPDATE chunk SET bytes = x'00'");
    const { lines, counts } = await check(place);
    assert.equal(lines.length, counts.chunks);
  });
});

describe('damage in the accounts file', () => {
  const cases: [name: string, statement: string, found: RegExp][] = [
    [
      'a plan without patterns',
      "UPDATE plan SET patterns = '{'",
      /^accounts file: the patterns of plan all are not a list$/,
    ],
    [
      'a user without a plan',
      "UPDATE app_user SET plan_name = 'gone'",
      /^accounts file: the plan of user Anna does not exist$/,
    ],
    [
      'a key without a user',
      'UPDATE credential SET user_id = 77',
      /^accounts file: 1 tokens or keys belong to user 77/,
    ],
  ];
  for (const [name, statement, found] of cases) {
    test(`${name} is named`, async () => {
      const place = await copyStore();
      damage(place.accounts, statement);
      const { lines } = await check(place);
      assert.ok(lines.length === 1 && found.test(lines[0]!), lines.join('\n'));
    });
  }
});

describe('a file that is damaged below SQLite’s tables', () => {
  const overwrite = async (path: string, from: number, bytes: Uint8Array): Promise<void> => {
    const file = await open(path, 'r+');
    await file.write(bytes, 0, bytes.length, from);
    await file.close();
  };

  test('is named, and the rest of it is still looked at', async () => {
    const place = await copyStore();
    const database = new DatabaseSync(place.series);
    const { rootpage: page } = database
      .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'run'")
      .get() as { rootpage: number };
    database.close();
    await overwrite(place.series, (page - 1) * 16_384, new Uint8Array(16_384).fill(7));
    const { lines, counts } = await check(place);
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

  test('or is no database any more, is named', async () => {
    const place = await copyStore();
    await overwrite(place.accounts, 0, new Uint8Array(100).fill(7));
    const { lines, counts } = await check(place);
    assert.match(lines.join('\n'), /^accounts file: .* cannot be opened: /);
    assert.equal(counts.series, 3);
  });

  test('anywhere never stops a check', async () => {
    const place = await copyStore();
    const { size } = await stat(SOUND.series);
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: size - 64 }),
        fc.uint8Array({ minLength: 1, maxLength: 64 }),
        async (from, bytes) => {
          await copyFile(SOUND.series, place.series);
          await overwrite(place.series, from, bytes);
          await check(place);
        },
      ),
      { numRuns: 60 },
    );
  });
});
