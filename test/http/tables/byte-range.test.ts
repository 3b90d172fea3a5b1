import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readRange } from '#http/tables/byte-range';

const RANGES: readonly (readonly [header: string | undefined, found: unknown])[] = [
  ['bytes=0-0', { start: 0, last: 0 }],
  ['bytes=0-99', { start: 0, last: 99 }],
  ['bytes=10-', { start: 10, last: 99 }],
  ['bytes=99-', { start: 99, last: 99 }],
  ['bytes=90-1000', { start: 90, last: 99 }],
  ['bytes=-1', { start: 99, last: 99 }],
  ['bytes=-8', { start: 92, last: 99 }],
  ['bytes=-1000', { start: 0, last: 99 }],
  ['Bytes = 5-6 ', { start: 5, last: 6 }],
  ['bytes=100-', 'none'],
  ['bytes=100-200', 'none'],
  ['bytes=-0', 'none'],
  [undefined, undefined],
  ['', undefined],
  ['bytes', undefined],
  ['bytes=', undefined],
  ['bytes=-', undefined],
  ['bytes=a-b', undefined],
  ['bytes=6-5', undefined],
  ['bytes=0-1,3-4', undefined],
  ['rows=0-1', undefined],
  ['bytes=99999999999999999999-', undefined],
];

suite('a range of bytes', () => {
  for (const [header, found] of RANGES) {
    test(`“${header}” of 100 bytes is ${JSON.stringify(found) ?? 'all of them'}`, () => {
      assert.deepEqual(readRange(header, 100), found);
    });
  }
});
