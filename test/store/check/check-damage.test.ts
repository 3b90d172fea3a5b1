// A check names every kind of damage that rows of a store can have.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeValues } from '#store/codec/encode-values';
import { damage } from '../contract/sample-store.ts';
import { check, copySound } from './check-sample.ts';

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
      'a wrong first value',
      `UPDATE series SET first_index = first_index + 1 WHERE ${DEHRPRICE}`,
      /^dehrprice: its row says that its first value is at 2024-.*, but it is at 2024-/,
    ],
    [
      'a missing last value',
      `UPDATE series SET last_index = NULL WHERE ${DEHRPRICE}`,
      /^dehrprice: its row says that its last value is at none, but it is at 2024-/,
    ],
    [
      'a first value of an empty series',
      "UPDATE series SET first_index = 5 WHERE code = 'empty'",
      /^empty: .*first value is at 1970-05-31T23:00:00Z, but it is at none$/,
    ],
    [
      'a wrong last value of the runs',
      `UPDATE series SET run_last_index = run_last_index + 1 WHERE ${DEHRPRICE}`,
      /^dehrprice: its row says .* for the last value of its runs, but it is/,
    ],
    [
      'a wrong newest run',
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
      /^dehrprice: the run of .*: 2 values instead of 3$/,
    ],
    [
      'a band that cannot be decoded',
      "UPDATE run_band SET upper = x'ff', upper_checksum = NULL",
      /^dehrprice: the band of 80 % of the run of 2024-05-17T10:00:00Z, upper side: /,
    ],
    [
      'a band of a run that does not exist',
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
      "UPDATE point_change SET bytes = x'8080808080', checksum = NULL WHERE LENGTH(bytes) > 0",
      /^dehrprice: the change recorded at 2024-05-17T11:00:00Z, chunk \d+ \(from 2024-.*\): a stored change is damaged/,
    ],
    [
      'change records that overlap',
      `INSERT INTO point_change SELECT series_key, recorded_at, chunk + 1, last_chunk + 1, x'', NULL FROM point_change WHERE ${DEHRPRICE} AND last_chunk > chunk LIMIT 1`,
      /^dehrprice: the change recorded at .* two records of one instant$/,
    ],
    [
      'an unknown resolution',
      "UPDATE series SET resolution = 'minute' WHERE code = 'fxeurnok'",
      /^fxeurnok: its resolution minute is not known/,
    ],
    [
      'a wrong text for searches',
      "UPDATE series SET description = 'x' WHERE code = 'fxeurnok'",
      /^fxeurnok: the text that searches look at/,
    ],
    [
      'a version of 0',
      "UPDATE series SET version = 0 WHERE code = 'fxeurnok'",
      /^fxeurnok: its version is 0/,
    ],
    [
      'a missing time of change',
      "UPDATE series SET updated_at = NULL WHERE code = 'fxeurnok'",
      /^fxeurnok: it has values, but no time of a last change$/,
    ],
    [
      'chunks without a series',
      "INSERT INTO chunk (series_key, chunk, bytes) VALUES (99, 1, x'00')",
      /^series file: 1 rows of the table chunk belong to series 99, which does not exist$/,
    ],
    [
      'a missing catalog',
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
      'a job in an unknown state',
      "UPDATE job SET state = 'lost'",
      /^series file: the job forecast due at .* has the state lost/,
    ],
    [
      'a missing table',
      'DROP TABLE model_memory',
      /^series file: its table model_memory is missing$/,
    ],
    [
      'an unknown migration',
      "INSERT INTO applied_migration VALUES (900, 'later', 'x')",
      /^series file: its migration 900 \(later\) is not known/,
    ],
  ];
  for (const [name, statement, found] of cases) {
    test(`a check names ${name}`, async () => {
      const files = await copySound();
      damage(files.series, statement);
      const { lines } = await check(files);
      assert.ok(
        lines.some((line) => found.test(line)),
        `${found} in:\n${lines.join('\n')}`,
      );
    });
  }

  test('a check names every damaged chunk', async () => {
    const files = await copySound();
    damage(files.series, "UPDATE chunk SET bytes = x'00'");
    const { lines, counts } = await check(files);
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
    test(`a check names ${name}`, async () => {
      const files = await copySound();
      damage(files.accounts, statement);
      const { lines } = await check(files);
      assert.ok(lines.length === 1 && found.test(lines[0]!), lines.join('\n'));
    });
  }
});
