// The sum by which copies are compared, and the pages in which their rows are read.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { CopyFault, Fingerprint, Fingerprints } from '#store/copy/copy-fingerprint';
import { insertRows, readPages } from '#store/copy/copy-rows';
import { type CopyTable, FAMILIES } from '#store/copy/copy-tables';
import type { SqlValue } from '#store/sql/sql-session';
import { withTables } from './copy-sample.ts';

const TABLE: CopyTable = {
  name: 'sample',
  key: ['a'],
  columns: [
    ['a', 'number'],
    ['b', 'text'],
    ['c', 'bytes'],
  ],
};

type Row = [number | null, string | null, Uint8Array | null];
const row: fc.Arbitrary<Row> = fc.tuple(
  fc.option(fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true })).map((n) => n + 0)),
  fc.option(fc.string({ unit: 'grapheme', maxLength: 9 })),
  fc.option(fc.uint8Array({ maxLength: 9 })),
);
const contentOf = ([a, b, c]: Row): string =>
  JSON.stringify([a === null ? a : String(a), b, c && [...c]]);
const rows = fc.uniqueArray(row, { maxLength: 12, selector: contentOf });

function sumOf(content: readonly (readonly SqlValue[])[]): Fingerprint {
  const sum = new Fingerprint();
  for (const each of content) sum.add(TABLE, each);
  return sum;
}

describe('the sum of rows', () => {
  test('the sum of rows is the same in any order and however the rows are divided', () => {
    fc.assert(
      fc.property(rows, fc.nat(), fc.nat(), (content, at, by) => {
        const cut = at % (content.length + 1);
        const rotated = [...content.slice(by % 5), ...content.slice(0, by % 5)];
        const parts = sumOf(rotated.slice(0, cut));
        parts.addAll(sumOf(rotated.slice(cut)));
        assert.ok(parts.equals(sumOf(content)));
        assert.equal(parts.bytes, sumOf(content).bytes);
      }),
    );
  });

  test('the sum changes if a row is missing, added, or different in anything', () => {
    fc.assert(
      fc.property(rows, row, fc.nat(), (content, other, at) => {
        fc.pre(!content.some((each) => contentOf(each) === contentOf(other)));
        const whole = sumOf(content);
        assert.ok(!whole.equals(sumOf([...content, other])));
        if (content.length > 0) {
          assert.ok(!whole.equals(sumOf(content.with(at % content.length, other))));
          assert.ok(!whole.equals(sumOf(content.toSpliced(at % content.length, 1))));
        }
      }),
    );
  });

  test('the sum distinguishes null, empty, 0, and the same characters in another column', () => {
    const kinds: Row[] = [
      [null, null, null],
      [0, null, null],
      [null, '', null],
      [null, null, new Uint8Array(0)],
      [null, '0', null],
      [null, null, Uint8Array.of(48)],
    ];
    assert.equal(new Set(kinds.map((each) => String(sumOf([each])))).size, kinds.length);
    assert.ok(sumOf([[-0, 'é', null]]).equals(sumOf([[0, 'é', null]])));
  });

  test('the sums name the tables that differ, and depend on the table of each row', () => {
    const other = { ...TABLE, name: 'other' };
    const [a, b] = [new Fingerprints(), new Fingerprints()];
    a.of(TABLE).add(TABLE, [1, 'x', null]);
    b.of(other).add(other, [1, 'x', null]);
    assert.deepEqual(a.differing(b).sort(), ['other', 'sample']);
    assert.notEqual(a.checksum(), b.checksum());
    assert.equal(a.rows, 1);
  });

  test('the sum refuses a value of another kind than its column, and names the row', () => {
    assert.throws(
      () => sumOf([[7, 5, null]]),
      (error) => {
        assert.ok(error instanceof CopyFault);
        assert.match(
          error.message,
          /The row 7 of the table sample has number instead of text in its column b/,
        );
        return true;
      },
    );
  });
});

test('pages contain every row once and in order, whatever the number and size of rows', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const memory = FAMILIES.flatMap(({ tables }) => tables).find(
    ({ name }) => name === 'model_memory',
  )!;
  await withTables(`sqlite:${join(folder, 'store.db')}`, async (store) => {
    for (const [seriesKey, [count, width]] of [
      [0, 9],
      [1, 9],
      [128, 9],
      [129, 9],
      [128 + 512, 1],
      [3_000, 900],
      [150, 60_000],
    ].entries()) {
      const all = Array.from({ length: count! }, (_, i) => [
        ...[seriesKey, i],
        ...[String(i).padStart(5, '0'), 'x'.repeat(width!)],
      ]);
      await store.transact('series', (session) => insertRows(session, memory, all));
      const sum = new Fingerprint();
      const read: unknown[] = [];
      let most = 0;
      await store.read('series', async (session) => {
        const range = { column: 'series_key', start: seriesKey, end: seriesKey + 1 };
        for await (const page of readPages(session, memory, range, sum)) {
          most = Math.max(most, page.length * width!);
          read.push(...page);
        }
      });
      assert.deepEqual(read, all);
      assert.equal(sum.rows, count);
      assert.ok(most <= 128 * 60_000, `${most} characters were in memory at a time`);
    }
  });
});
