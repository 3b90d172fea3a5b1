import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { PointBuffer } from '#importers/points/point-buffer';
import { rounds } from '../../../harness/rounds.ts';

const SERIES = 5;

/** Series numbers as files have them: in long stretches of each, or in any order. */
const numbers = fc.oneof(
  fc
    .uniqueArray(fc.nat({ max: SERIES - 1 }))
    .chain((order) => fc.tuple(...order.map((series) => fc.array(fc.constant(series)))))
    .map((stretches) => stretches.flat()),
  fc.array(fc.nat({ max: SERIES - 1 })),
);

suite('buffered points', () => {
  test('buffered points leave by series, each in the order of the file, whatever their order was', () => {
    fc.assert(
      fc.property(numbers, (list) => {
        const buffer = new PointBuffer();
        const points = list.map((series, at) => ({
          series,
          index: at * 3,
          value: at / 4,
          line: at,
        }));
        for (const { series, index, value, line } of points) buffer.add(series, index, value, line);
        const groups = Array.from(buffer.groups(SERIES), (group) => [
          group.series,
          ...[group.indices, group.values, group.lines].map((column) => [...column]),
        ]);
        const expected = Map.groupBy(points, ({ series }) => series);
        assert.deepEqual(
          groups,
          [...expected]
            .sort(([a], [b]) => a - b)
            .map(([series, own]) => [
              series,
              own.map(({ index }) => index),
              own.map(({ value }) => value),
              own.map(({ line }) => line),
            ]),
        );
      }),
      { numRuns: rounds(500) },
    );
  });

  test('points of one series can be kept when the others leave the buffer', () => {
    const buffer = new PointBuffer();
    for (const [at, series] of [0, 1, 1, 2].entries()) buffer.add(series, at, at, at);
    for (const group of buffer.groups(3)) if (group.series === 1) buffer.keepOnly(group);
    const [kept, ...others] = buffer.groups(3);
    assert.deepEqual([kept!.series, [...kept!.indices], others], [1, [1, 2], []]);
  });
});
