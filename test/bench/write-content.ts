// What the scale benchmark fills a store with, written through the store's own interface.

import { openStore } from '#store/open/open-store';
import { seriesAt } from '../../bench/scale/catalog.ts';
import { END_HOUR, WRITTEN_AT } from '../../bench/scale/scale-year.ts';
import { runsOf, type StoreContent } from '../../bench/scale/series-rows.ts';
import { RUN_SOURCE, runTimes, runValues, templateValues } from '../../bench/scale/templates.ts';

export async function writeContent(url: string, content: StoreContent): Promise<void> {
  const store = await openStore(url);
  const indices = Int32Array.from(
    { length: content.hours },
    (_, i) => END_HOUR - content.hours + i,
  );
  try {
    await store.write(async (writer) => {
      for (let number = 0; number < content.size; number++) {
        const { template, runs: _, ...definition } = seriesAt(number, content.size);
        const { key } = await writer.defineSeries(definition, WRITTEN_AT);
        await writer.writePoints(key, indices, templateValues(template, content.hours), WRITTEN_AT);
        const runs = runsOf(content, seriesAt(number, content.size));
        for (let run = runs - 1; run >= 0; run--) {
          const { analyzedAt, firstHour } = runTimes(run);
          const values = runValues(template, run);
          const facts = { analyzedAt, updatedAt: analyzedAt, firstIndex: firstHour };
          await writer.writeRun(key, { ...facts, values, source: RUN_SOURCE }, WRITTEN_AT);
        }
      }
    });
  } finally {
    await store.close();
  }
}
