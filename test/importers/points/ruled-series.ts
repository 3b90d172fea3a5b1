import type { TestContext } from 'node:test';
import { type RuleCounts, writeByRule } from '#importers/points/write-by-rule';
import type { ValueRule } from '#store/held-value';
import type { SeriesKey } from '#store/series-record';
import type { Store } from '#store/store';
import { NOW, openMarket } from '../open-market.ts';

export const GAP = Number.NaN;
const ANY: ValueRule = { lowest: null, highest: null, largestStep: null };

type Points = Readonly<Record<number, number>>;

interface RuledSeries {
  readonly store: Store;
  readonly key: SeriesKey;
  write(points: Points, now?: number): Promise<RuleCounts>;
  setRule(rule: Partial<ValueRule> | undefined): Promise<void>;
  read(from: number, end: number): Promise<number[]>;
  /** The index and the value of each held point. */
  held(): Promise<[number, number][]>;
}

export async function openSeries(t: TestContext): Promise<RuledSeries> {
  const store = await openMarket(t);
  const { key } = (await store.findSeries('dehrprice'))!;
  return {
    store,
    key,
    write(points, now = NOW) {
      const indices = Int32Array.from(Object.keys(points).map(Number)).sort();
      const values = Float64Array.from(indices, (index) => points[index]!);
      const entry = { kind: 'import', actor: 'anna', name: 'prices.csv', now } as const;
      return store.write((writer) => writeByRule(writer, { key, indices, values }, now), entry);
    },
    setRule: (rule) => store.write((writer) => writer.setRule(key, rule && { ...ANY, ...rule })),
    read: async (start, end) => [...(await store.readValues(key, { start, end }))],
    async held() {
      const held = await store.listHeld({ key, limit: 999 });
      return held.map(({ index, value }) => [index, value]);
    },
  };
}
