// A check finds the same damage in PostgreSQL and in SQLite, in the same words.

import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Damage } from '#store/check/check-damage';
import { checkDatabase, checkFiles } from '#store/check/check-store';
import { encodeValues } from '#store/codec/encode-values';
import type { MigrationGroup } from '#store/engine';
import { filesAt } from '#store/engines/sqlite/store-files';
import { openStore } from '#store/open/open-store';
import type { SqlValue } from '#store/sql/sql-session';
import { databasesLike } from '../../../harness/postgres/test-database.ts';
import { addSeries, NOW, write } from '../contract/sample-series.ts';
import { makeSample, withTables } from '../copy/copy-sample.ts';

const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
after(() => rm(folder, { recursive: true }));
const sound = filesAt(join(folder, 'sound.db'));
await makeSample(`sqlite:${sound.series}`);
const makeDatabase = databasesLike((url) => makeSample(url));

interface Harm {
  readonly text: string;
  readonly values?: readonly SqlValue[];
  readonly group?: MigrationGroup;
  /** A line that the check must report. */
  readonly found: RegExp;
}

const harm = (url: string, { text, values = [], group = 'series' }: Harm): Promise<number> =>
  withTables(url, (store) => store.transact(group, (session) => session.run(text, ...values)));

/** The line of a damage. A damage that is not of a series is the store's, on either engine. */
const lineOf = ({ subject, what }: Damage): string =>
  `${subject.replace(/^(?:series file|accounts file|database)$/, 'store')}: ${what}`;

async function checkHarmedFiles(
  done: Harm | undefined,
): Promise<{ lines: string[]; counts: object }> {
  const files = filesAt(join(folder, 'harmed.db'));
  await copyFile(sound.series, files.series);
  await copyFile(sound.accounts, files.accounts);
  if (done) await harm(`sqlite:${files.series}`, done);
  const lines: string[] = [];
  const counts = await checkFiles(files, { onDamage: (damage) => lines.push(lineOf(damage)) });
  return { lines, counts };
}

async function checkHarmedDatabase(
  done: Harm | undefined,
): Promise<{ lines: string[]; counts: object }> {
  const database = await makeDatabase();
  if (done) await harm(database.url, done);
  const lines: string[] = [];
  const counts = await withTables(database.url, (store) =>
    checkDatabase(store, { onDamage: (damage) => lines.push(lineOf(damage)) }),
  );
  await database.drop();
  return { lines, counts };
}

const DEHRPRICE = "series_key = (SELECT series_key FROM series WHERE code = 'dehrprice')";
const GAPS = encodeValues(new Float64Array(768).fill(Number.NaN));

const HARMS: Readonly<Record<string, Harm>> = {
  'a chunk with other bytes': {
    text: `UPDATE chunk SET bytes = $1 WHERE ${DEHRPRICE}`,
    values: [Uint8Array.of(0)],
    found: /^dehrprice: chunk \d+ \(from 2024-.*its bytes are not those that were written/,
  },
  'a chunk that cannot be decoded': {
    text: `UPDATE chunk SET bytes = $1, checksum = NULL WHERE ${DEHRPRICE}`,
    values: [Uint8Array.of(0)],
    found: /^dehrprice: chunk .*: stored values are damaged: unknown format 0$/,
  },
  'a chunk of gaps only': {
    text: `UPDATE chunk SET bytes = $1, checksum = NULL WHERE ${DEHRPRICE}`,
    values: [GAPS],
    found: /^dehrprice: chunk .*: it holds nothing but gaps$/,
  },
  'a wrong first value': {
    text: `UPDATE series SET first_index = first_index + 1 WHERE ${DEHRPRICE}`,
    found: /^dehrprice: its row says that its first value is at/,
  },
  'a wrong newest run': {
    text: `UPDATE series SET newest_run_at = 5 WHERE ${DEHRPRICE}`,
    found: /^dehrprice: its row says .* for the time of its newest run/,
  },
  'a run with a senseless horizon': {
    text: 'UPDATE run SET last_index = first_index - 1',
    found: /^dehrprice: the run of .*: its horizon makes no sense/,
  },
  'a run whose band is of another length': {
    text: 'UPDATE run_band SET lower = $1, lower_checksum = NULL',
    values: [encodeValues(Float64Array.of(1, 2))],
    found: /^dehrprice: the band of 80 % .*, lower side: 2 values instead of 3$/,
  },
  'a band with other bytes': {
    text: 'UPDATE run_band SET upper = $1',
    values: [encodeValues(Float64Array.of(1, 2, 4))],
    found: /^dehrprice: the band of 80 % .*, upper side: its bytes are not those that were written/,
  },
  'a replaced run with other bytes': {
    text: 'UPDATE past_run SET bytes = $1',
    values: [encodeValues(Float64Array.of(1))],
    found: /^dehrprice: the run that was replaced at .*: its bytes are not those that were written/,
  },
  'a replaced run that cannot be decoded': {
    text: 'UPDATE past_run SET bytes = $1, checksum = NULL',
    values: [Uint8Array.of(0)],
    found: /^dehrprice: the run that was replaced at .*: stored values are damaged/,
  },
  'bands of a replaced run that cannot be decoded': {
    text: `UPDATE past_run SET bands = '[[80,"","AA=="]]'`,
    found: /^dehrprice: the band of 80 % of the run that was replaced at .*, lower side: stored/,
  },
  'bands of a replaced run that are no list': {
    text: "UPDATE past_run SET bands = '{'",
    found: /^dehrprice: the run that was replaced at .*: .*bands of a replaced run cannot be read/,
  },
  'a detail of a replaced run that is no JSON': {
    text: "UPDATE past_run SET detail = '{'",
    found: /^dehrprice: the detail of the run that was replaced at /,
  },
  'a record of changes with other bytes': {
    text: `UPDATE point_change SET bytes = $1 WHERE ${DEHRPRICE} AND chunk = last_chunk`,
    values: [Uint8Array.of(5)],
    found: /^dehrprice: the change recorded at .*: its bytes are not those that were written/,
  },
  'a detail that is no JSON': {
    text: "UPDATE run_detail SET detail = '{'",
    found: /^dehrprice: the detail of the run of /,
  },
  'a record of changes that cannot be read': {
    text: `UPDATE point_change SET bytes = $1, checksum = NULL
      WHERE ${DEHRPRICE} AND chunk = last_chunk`,
    values: [Uint8Array.of(1, 2, 3)],
    found: /^dehrprice: the change recorded at .*: a stored change is damaged/,
  },
  'an unknown resolution': {
    text: `UPDATE series SET resolution = 'minute' WHERE ${DEHRPRICE}`,
    found: /^dehrprice: its resolution minute is not known/,
  },
  'a text of another series': {
    text: `UPDATE series SET search_text = 'other' WHERE ${DEHRPRICE}`,
    found: /^dehrprice: the text that searches look at/,
  },
  'a version of 0': {
    text: 'UPDATE series SET version = 0',
    found: /^empty: its version is 0/,
  },
  'rows without a series': {
    text: 'INSERT INTO chunk (series_key, chunk, bytes) VALUES (99, 1, $1)',
    values: [GAPS],
    found: /^store: 1 rows of the table chunk belong to series 99/,
  },
  'a catalog that is behind': {
    text: 'UPDATE catalog SET version = 1',
    found: /^store: the catalog is at version 1, but/,
  },
  'a zone that does not exist': {
    text: "UPDATE setting SET value = 'Mars' WHERE name = 'market_time_zone'",
    found: /^store: the market’s time zone "Mars"/,
  },
  'a job without an end': {
    text: 'UPDATE job SET ended_at = NULL',
    found: /^store: the job forecast due at/,
  },
  'series of an entry that does not exist': {
    text: 'UPDATE journal_series SET entry_id = entry_id + 100',
    found: /^store: \d+ series are noted for entry 10\d of the journal/,
  },
  'a user without a plan': {
    text: "UPDATE app_user SET plan_name = 'gone'",
    group: 'accounts',
    found: /^store: the plan of user Änna does not exist$/,
  },
  'a key without a user': {
    text: 'UPDATE credential SET user_id = 77',
    group: 'accounts',
    found: /^store: 2 tokens or keys belong to user 77/,
  },
  'an identity without a user': {
    text: `INSERT INTO user_identity (issuer, subject, user_id, linked_at)
      VALUES ('https://id.example.com', 'anna', 77, 0)`,
    group: 'accounts',
    found: /^store: 1 identities belong to user 77, who does not exist$/,
  },
  'a board without an owner': {
    text: 'UPDATE board SET user_id = 77',
    group: 'accounts',
    found: /^store: the board b1 belongs to user 77, who does not exist$/,
  },
  'panels that are no list': {
    text: "UPDATE board SET panels = '{}'",
    group: 'accounts',
    found: /^store: the panels of board b1 are not a list$/,
  },
  'another number of panels': {
    text: 'UPDATE board SET panel_count = 2',
    group: 'accounts',
    found: /^store: the board b1 has 1 panels, but its row says 2$/,
  },
  'a link without a board': {
    text: "UPDATE board_link SET board_id = 'gone'",
    group: 'accounts',
    found: /^store: 1 links belong to board gone, which does not exist$/,
  },
  'a link without an owner': {
    text: 'UPDATE question_link SET user_id = 77',
    group: 'accounts',
    found: /^store: 1 links belong to user 77, who does not exist$/,
  },
  'a link without a question': {
    text: "UPDATE question_link SET query = '[]'",
    group: 'accounts',
    found: /^store: the query of a link of user 1 to \/api\/v1\/series\/dehrprice is not one$/,
  },
  'a webhook without an owner': {
    text: 'UPDATE webhook SET user_id = 77',
    group: 'accounts',
    found: /^store: the webhook w1 belongs to user 77, who does not exist$/,
  },
  'patterns of a webhook that are no list': {
    text: "UPDATE webhook SET patterns = '{}'",
    group: 'accounts',
    found: /^store: the patterns of webhook w1 are not a list$/,
  },
  'kinds of a webhook that are no list': {
    text: "UPDATE webhook SET kinds = ''",
    group: 'accounts',
    found: /^store: the kinds of webhook w1 are not a list$/,
  },
  'a delivery without a webhook': {
    text: "UPDATE webhook_delivery SET webhook_id = 'gone'",
    group: 'accounts',
    found: /^store: 1 deliveries belong to webhook gone, which does not exist$/,
  },
  'patterns that are no list': {
    text: "UPDATE plan SET patterns = '{}'",
    group: 'accounts',
    found: /^store: the patterns of plan all are not a list$/,
  },
};

describe('a check of both engines', () => {
  test('a check finds nothing wrong in a sound store, and reads as much in both engines', async () => {
    const [files, database] = [
      await checkHarmedFiles(undefined),
      await checkHarmedDatabase(undefined),
    ];
    assert.deepEqual(files.lines, []);
    assert.deepEqual(database, files);
  });

  for (const [name, done] of Object.entries(HARMS)) {
    test(`a check finds ${name} in both engines`, async () => {
      const [files, database] = [await checkHarmedFiles(done), await checkHarmedDatabase(done)];
      assert.ok(
        files.lines.some((line) => done.found.test(line)),
        files.lines.join('\n'),
      );
      assert.deepEqual(database.lines.toSorted(), files.lines.toSorted());
      assert.deepEqual(database.counts, files.counts);
    });
  }
});

test('a check finds a store in PostgreSQL sound while it is written to', async () => {
  const database = await makeDatabase();
  const store = await openStore(database.url);
  const key = await addSeries(store, 'busy');
  let isOver = false;
  const writing = (async () => {
    for (let round = 1; !isOver; round++) {
      await write(store, key, { [round * 500]: round, [round]: 1, 0: Number.NaN }, NOW + round);
    }
  })();
  try {
    for (let round = 0; round < 5; round++) {
      const lines: string[] = [];
      await withTables(database.url, (tables) =>
        checkDatabase(tables, { onDamage: (damage) => lines.push(lineOf(damage)) }),
      );
      assert.deepEqual(lines, []);
    }
  } finally {
    isOver = true;
    await writing;
    await store.close();
  }
  await database.drop();
});
