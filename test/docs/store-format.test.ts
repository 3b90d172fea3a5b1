// docs/explanation/store-format.md draws what the codec writes.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { RESOLUTIONS } from '#core/time/resolution';
import { pointsPerChunk } from '#store/codec/chunk-points';
import { encodeValues } from '#store/codec/encode-values';

const PAGE = new URL('../../docs/explanation/store-format.md', import.meta.url);
const ROWS: Readonly<Record<string, string>> = {
  quarterhour: 'quarter hour',
  halfhour: 'half hour',
  hour: 'hour',
};

const bytesOf = (values: readonly number[]): string =>
  Buffer.from(encodeValues(Float64Array.from(values)))
    .toString('hex')
    .replace(/(..)(?=.)/g, '$1 ');

describe('docs/explanation/store-format.md', async () => {
  const page = (await readFile(PAGE, 'utf8')).replace(/ +/g, ' ');

  for (const { name } of RESOLUTIONS) {
    it(`the page has the size of a chunk of ${name} values`, () => {
      const row = `| ${ROWS[name] ?? 'day to year'} | ${pointsPerChunk(name)} `;
      assert.ok(page.includes(row), row);
    });
  }

  it('the page shows the bytes of four values with a gap', () => {
    assert.ok(page.includes(bytesOf([61.5, 58.02, Number.NaN, 57.4])));
  });

  it('the page shows the bytes of twenty packed values', () => {
    assert.ok(page.includes(bytesOf(Array.from({ length: 20 }, (_, i) => 50 + (i % 3)))));
  });
});
