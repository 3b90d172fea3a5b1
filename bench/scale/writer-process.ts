// A writer in a process of its own, through the store's interface alone: what an importer does after it has
// read its file.

import type { EntryFacts } from '#store/journal-entry';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { answerCalls } from '../../harness/processes.ts';
import { timed } from '../import-contender.ts';
import { seriesAt, TEMPLATE_COUNT } from './catalog.ts';
import type { WriteEffort, Written } from './measure-writing.ts';
import { END_HOUR, FIRST_HOUR, SHORT_HOURS, WRITTEN_AT, YEAR_HOURS } from './scale-year.ts';
import { templateValues } from './templates.ts';

const hoursFrom = (firstHour: number, hours: number): Int32Array =>
  Int32Array.from({ length: hours }, (_, i) => firstHour + i);

const entryOf = (kind: EntryFacts['kind'], now: number): EntryFacts => ({
  kind,
  actor: 'bench',
  name: 'bench',
  now,
});

/** Batches until the time is up; resolves to the points of all. */
async function writeBatches(
  address: string,
  { seconds }: WriteEffort,
  writeBatch: (store: Store, batch: number) => Promise<number>,
): Promise<Written> {
  const store = await openStore(address);
  try {
    let points = 0;
    const times = await timed(async () => {
      const deadline = performance.now() + seconds * 1000;
      for (let batch = 0; batch === 0 || performance.now() < deadline; batch++) {
        points += await writeBatch(store, batch);
      }
    });
    return { points, ...times };
  } finally {
    await store.close();
  }
}

answerCalls({
  /** The next two days of every series of a filled store, batch by batch, over and over. */
  updateDays(address: string, size: number, effort: WriteEffort): Promise<Written> {
    const batches = Math.ceil(size / effort.seriesPerBatch);
    return writeBatches(address, effort, async (store, batch) => {
      const pass = Math.floor(batch / batches);
      const first = (batch % batches) * effort.seriesPerBatch;
      const numbers = hoursFrom(first, Math.min(effort.seriesPerBatch, size - first));
      const indices = hoursFrom(END_HOUR + pass * SHORT_HOURS, SHORT_HOURS);
      const now = WRITTEN_AT + batch + 1;
      await store.write(
        async (writer) => {
          for (const number of numbers) {
            const { code, template } = seriesAt(number, size);
            const series = await writer.findSeries(code);
            const values = templateValues(template + pass * TEMPLATE_COUNT, SHORT_HOURS);
            await writer.writePoints(series!.key, indices, values, now);
          }
        },
        entryOf('values', now),
      );
      return numbers.length * SHORT_HOURS;
    });
  },

  /** New series of a year each. */
  loadYears(address: string, effort: WriteEffort): Promise<Written> {
    const indices = hoursFrom(FIRST_HOUR, YEAR_HOURS);
    const chunkValues = Array.from({ length: effort.seriesPerBatch }, (_, i) =>
      templateValues(i, YEAR_HOURS),
    );
    return writeBatches(address, effort, async (store, batch) => {
      const now = WRITTEN_AT + batch + 1;
      await store.write(
        async (writer) => {
          for (const [i, values] of chunkValues.entries()) {
            const { unit, description } = seriesAt(i, 1_000);
            const code = `loaded${batch}x${i}`;
            const definition = { code, description, unit, area: null, category: null };
            const { key } = await writer.defineSeries({ ...definition, resolution: 'hour' }, now);
            await writer.writePoints(key, indices, values, now);
          }
        },
        entryOf('import', now),
      );
      return chunkValues.length * YEAR_HOURS;
    });
  },
});
