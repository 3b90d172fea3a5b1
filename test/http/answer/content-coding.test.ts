import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { acceptedCodings, chooseCoding, codingWord, tagWith } from '#http/answer/content-coding';

const CHOSEN: readonly (readonly [header: string | undefined, coding: string | undefined])[] = [
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['deflate', undefined],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['xgzip', undefined],
  ['br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['*', 'zstd'],
  ['*;q=0', undefined],
  ['zstd;q=0, *', 'br'],
  ['br;q=1.0, gzip;q=0.8', 'br'],
  ['br;q=0.8, gzip;q=1.0', 'gzip'],
  ['zstd;q=0.2,br;q=0.3,gzip;q=0.1', 'br'],
  ['br,gzip;q=0.001', 'br'],
  ['gzip;q=0', undefined],
  ['gzip; q=0.0, br', 'br'],
  ['gzip ; q = 0.5', 'gzip'],
  ['gzip;q=0.5, identity', undefined],
  ['gzip, identity', 'gzip'],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['identity;q=0', undefined],
  ['gzip;q=2', undefined],
  ['gzip;q=-1', undefined],
  ['gzip;q=a', undefined],
  ['gzip;level=9', undefined],
  ['gzip;q=1;level=9', undefined],
  [',,gzip,', 'gzip'],
  [`${'x'.repeat(5_000)}, gzip`, 'gzip'],
];

describe('a client’s Accept-Encoding', () => {
  for (const [header, coding] of CHOSEN) {
    it(`“${header?.slice(0, 60)}” gets ${coding ?? 'the answer as it is'}`, () => {
      for (let i = 0; i < 2; i++) assert.equal(chooseCoding(header), coding);
    });
  }

  it('a coding is chosen among those that are offered', () => {
    assert.equal(chooseCoding('zstd, br;q=0.9, gzip', ['br', 'gzip']), 'gzip');
    assert.equal(chooseCoding('zstd', ['br', 'gzip']), undefined);
    assert.equal(chooseCoding('*', []), undefined);
  });

  it('all codings that a client takes are known, whichever it likes best', () => {
    assert.deepEqual(acceptedCodings('gzip;q=0.1, zstd'), ['zstd', 'gzip']);
    assert.deepEqual(acceptedCodings('*, br;q=0'), ['zstd', 'gzip']);
    assert.deepEqual(acceptedCodings(undefined), []);
  });

  it('more headers than are remembered are read right', () => {
    for (let i = 0; i < 200; i++) {
      assert.equal(chooseCoding(`odd-${i}, gzip`), 'gzip');
      assert.equal(chooseCoding(`odd-${i}, br`), 'br');
    }
  });

  it('the cache key differs between a client without the header and one that wants no coding', () => {
    assert.deepEqual(['', 'identity', 'zstd'], [undefined, 'deflate', 'br, zstd'].map(codingWord));
  });

  it('the tag of a compressed answer is its own', () => {
    const tags = [undefined, 'zstd', 'br', 'gzip'].map((coding) =>
      tagWith('"abc"', coding as never),
    );
    assert.deepEqual(tags, ['"abc"', '"abc-zstd"', '"abc-br"', '"abc-gzip"']);
  });
});
