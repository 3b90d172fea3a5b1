// Entries put together as text have the same bytes as the same objects through JSON.stringify.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { MetaAllEntry } from '#contract/fundamental';
import { formatMarketUpdate } from '#core/time/market-text';
import { RESOLUTIONS } from '#core/time/resolution';
import { findZone, type Zone } from '#core/time/zone';
import { describeMeta } from '#http/writers/describe-series';
import { writeMetaList } from '#http/writers/write-meta-list';
import type { ListedSeries } from '#service/series/list-series';
import { anyText } from '../../../harness/any-text.ts';
import { rounds } from '../../../harness/rounds.ts';

/** The list made the obvious way. */
function describeEntry({ series, isSubscribed }: ListedSeries, zone: Zone): MetaAllEntry {
  const { updatedAt, resolution } = series;
  return {
    ...describeMeta(series, zone),
    lastupdated: updatedAt === null ? null : formatMarketUpdate(updatedAt, zone),
    resolution_name: resolution,
    subscribed: isSubscribed,
  };
}

const index = fc.oneof(fc.constant(null), fc.integer({ min: -2_000, max: 2_000 }));
/** Hours of the nights in which Berlin's clock changes. */
const hourOfChange = fc
  .tuple(fc.constantFrom(Date.UTC(2025, 2, 29, 22), Date.UTC(2025, 9, 25, 22)), fc.nat(6))
  .map(([from, hour]) => from / 3_600_000 + hour);
const text = fc.oneof(fc.string(), anyText(), fc.constant('"\\\u2028\ud800°C'));

const listed: fc.Arbitrary<ListedSeries> = fc.record({
  series: fc.record({
    key: fc.nat(),
    code: text,
    description: text,
    unit: fc.oneof(fc.constant('EUR/MWh'), text),
    resolution: fc.constantFrom(...RESOLUTIONS.map(({ name }) => name)),
    area: fc.constant(null),
    category: fc.constant(null),
    firstIndex: fc.oneof(index, hourOfChange),
    lastIndex: fc.oneof(index, hourOfChange),
    runFirstIndex: index,
    runLastIndex: index,
    newestRunAt: fc.constant(null),
    newestRunLastIndex: index,
    updatedAt: fc.oneof(
      fc.constant(null),
      fc.integer({ min: -1e12, max: 4e12 }),
      fc.constantFrom(Date.UTC(2025, 9, 26, 0, 30, 0, 7), Date.UTC(2025, 9, 26, 1, 30, 0, 7)),
    ),
    version: fc.nat(),
  }),
  isSubscribed: fc.boolean(),
});

// Far indices of months and years would leave the years that a zone knows.
const near = listed.filter(({ series }) => {
  const isLong = ['week', 'month', 'quarter', 'year'].includes(series.resolution);
  const { firstIndex, lastIndex, runFirstIndex, runLastIndex } = series;
  const indices = [firstIndex, lastIndex, runFirstIndex, runLastIndex];
  return !isLong || indices.every((each) => Math.abs(each ?? 0) < 1_000);
});

async function* pagesOf(pages: readonly ListedSeries[][]): AsyncGenerator<ListedSeries[]> {
  yield* pages;
}

suite('the list of metadata', () => {
  for (const name of ['Europe/Berlin', 'America/New_York', 'UTC']) {
    test(`the list is byte for byte what its entries would be as objects, in ${name}`, async () => {
      const zone = findZone(name)!;
      const pages = fc.array(fc.array(near, { maxLength: 5 }), { maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(pages, async (given) => {
          const slices: Buffer[] = [];
          for await (const slice of writeMetaList(pagesOf(given), zone)) slices.push(slice);
          const entries = given.flat().map((each) => describeEntry(each, zone));
          assert.deepEqual(Buffer.concat(slices), Buffer.from(JSON.stringify(entries)));
        }),
        { numRuns: rounds(300) },
      );
    });
  }

  test('the list formats any number of different times rightly', async () => {
    const zone = findZone('Europe/Berlin')!;
    const [first] = fc.sample(near, 1);
    const many = Array.from({ length: 2_500 }, (_, i) => ({
      ...first!,
      series: { ...first!.series, resolution: 'hour' as const, firstIndex: i % 1_700 },
    }));
    const slices: Buffer[] = [];
    for await (const slice of writeMetaList(pagesOf([many]), zone)) slices.push(slice);
    const entries = many.map((each) => describeEntry(each, zone));
    assert.equal(Buffer.concat(slices).toString(), JSON.stringify(entries));
  });
});
