// Reads the store in a process of its own, without a server: a slice, and the actual values of the same
// intervals.

import type { IndexSpan } from '#core/time/span';
import { findZone } from '#core/time/zone';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import type { ServiceContext } from '#service/context';
import { readSlice, type Slice } from '#service/slices/read-slice';
import { openStore } from '#store/open/open-store';
import type { SeriesRecord } from '#store/series-record';
import type { Store } from '#store/store';
import { ZONE } from '../../harness/data/calendar.ts';
import { answerCalls } from '../../harness/processes.ts';
import { ownUsage } from '../contenders/usage.ts';
import { timed } from '../import-contender.ts';

const zone = findZone(ZONE)!;
let store: Store;
let context: ServiceContext;

export type Reading = 'values' | 'slice' | 'bands';

interface Asked {
  readonly codes: readonly string[];
  readonly intervals: IndexSpan;
  readonly reading: Reading;
  readonly times: number;
}

const USUAL_BANDS = { levels: undefined, percents: [] };

async function readOnce(
  series: SeriesRecord,
  { intervals, reading }: Asked,
): Promise<Float64Array> {
  if (reading === 'values') return store.readValues(series.key, intervals);
  const slice: Slice = await readSlice(
    {
      ...{ series, intervals, lead: { daysAhead: 1 }, selectors: { zone } },
      ...{ pick: 'latest', choice: reading === 'bands' ? USUAL_BANDS : undefined },
    },
    context,
  );
  return slice.values;
}

answerCalls(
  {
    async open(url: string) {
      // Nothing is cached between reads but what the database itself keeps.
      store = await openStore(url, { create: false, cacheBytes: 0 });
      context = { store, zone, blocks: DEFAULT_BLOCKS };
    },
    /** Reads each series in turn; what one read took, on the clock and of the processor. */
    async read(asked: Asked) {
      const { times } = asked;
      const series: SeriesRecord[] = [];
      for (const code of asked.codes) series.push((await store.findSeries(code))!);
      // Beside the clock: looking for gaps takes about as long as reading the actual values.
      for (const one of series) {
        const values = await readOnce(one, asked);
        if (values.some(Number.isNaN)) throw new Error(`${one.code} has a gap`);
      }
      const { ms, cpuMs } = await timed(async () => {
        for (let i = 0; i < times; i++) await readOnce(series[i % series.length]!, asked);
      });
      return { ms: ms / times, cpuMs: cpuMs / times };
    },
    usage: ownUsage,
  },
  () => store?.close(),
);
