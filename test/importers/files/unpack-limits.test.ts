import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkColumnBytes } from '#importers/files/unpack-limits';

test('columns may unpack to 256 MiB, or to a thousand times their file, and no further', () => {
  const mib = 1 << 20;
  checkColumnBytes(1_000, 256 * mib);
  checkColumnBytes(mib, 1_000 * mib);
  assert.throws(() => checkColumnBytes(1_000, 256 * mib + 1), /zip bomb/);
  assert.throws(() => checkColumnBytes(mib, 1_000 * mib + 1), /1048576 bytes to 1048576001/);
});
