// How series are cut into chunks: existing stores rely on it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RESOLUTIONS } from '#core/time/resolution';
import { chunkOf, pointsPerChunk } from '#store/codec/chunk-points';

describe('a chunk', () => {
  test('a chunk has as many points as in every existing store', () => {
    assert.deepEqual(
      Object.fromEntries(RESOLUTIONS.map(({ name }) => [name, pointsPerChunk(name)])),
      {
        quarterhour: 1536,
        halfhour: 768,
        hour: 768,
        day: 512,
        week: 512,
        month: 512,
        quarter: 512,
        year: 512,
      },
    );
  });

  test('a chunk begins at its number times its points, also before 1970', () => {
    const indices = [0, 1, 767, 768, 1_535, 1_536, -1, -768, -769];
    assert.deepEqual(
      indices.map((index) => chunkOf(index, 768)),
      [0, 0, 0, 1, 1, 2, -1, -1, -2],
    );
  });
});
