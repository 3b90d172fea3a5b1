// Files in LZ4 that other programs wrote: fixtures/write-lz4-files.py says which.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { importPoints } from '#importers/import-points';
import { openRows } from '#importers/open-rows';
import { BERLIN, NOW, openMarket, readFrom } from '../open-market.ts';

const HOURS = 240;
const EXPECTED = Array.from({ length: HOURS }, (_, i) =>
  i === 5 ? Number.NaN : ((i * 7) % 24) / 4 + Math.floor(i / 24),
);

suite('LZ4 of other programs', () => {
  for (const [file, what] of [
    ['pandas.feather', 'a Feather file that pandas wrote by default'],
    ['polars.arrow', 'an Arrow file in LZ4 that polars wrote'],
    ['pyarrow.parquet', 'a Parquet file in LZ4_RAW that pyarrow wrote'],
    ['fastparquet.parquet', 'a Parquet file in the older LZ4 that fastparquet wrote'],
  ] as const) {
    test(`${what} is read`, async (t) => {
      const store = await openMarket(t);
      const path = fileURLToPath(new URL(`fixtures/${file}`, import.meta.url));
      const { rows } = await openRows(path, process.stdin);
      const { added } = await importPoints(store, rows, { zone: BERLIN, now: NOW });
      assert.equal(added, HOURS - 1);
      assert.deepEqual(await readFrom(store, 'dehrprice', '2024-05-17T00:00Z', HOURS), EXPECTED);
    });
  }
});
