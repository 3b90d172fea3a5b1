import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatBytes } from '#explorer/pages/operator/state/byte-text.ts';

describe('sizes on disk', () => {
  it('a size is written in steps of a thousand', () => {
    const written = [0, 999, 1_000, 41_943_040, 2.5e12, 3e15].map(formatBytes);
    assert.deepEqual(written, ['0 B', '999 B', '1.0 kB', '41.9 MB', '2.5 TB', '3,000.0 TB']);
  });
});
