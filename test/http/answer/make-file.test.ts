// Files of a series: small ones whole, large ones in a thread, or as a stream without a thread.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { HOUR_MS } from '#core/time/instant';
import { findZone } from '#core/time/zone';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import { EXPORT_FORMATS } from '#exporters/export-formats';
import { AnswerThreads } from '#http/answer/answer-threads';
import { makeFile, writeOrder } from '#http/answer/make-answer';
import { gridOfSeries } from '#service/context';
import { type SeriesTask, taskOf } from '#service/series/settle-series';
import { openStore } from '#store/open/open-store';

const WORKER = new URL('../../../src/serve/answer-worker.ts', import.meta.url);
const HOURS = 30_000;
const FIRST = Date.UTC(2021, 0, 1) / HOUR_MS;

const folder = await mkdtemp(join(tmpdir(), 'gridtide-files-'));
const storeUrl = `sqlite:${join(folder, 'files.db')}`;
const store = await openStore(storeUrl);
const zone = findZone('Europe/Berlin')!;
const context = { store, zone, blocks: DEFAULT_BLOCKS };
const threads = new AnswerThreads(WORKER, { storeUrl, zoneName: zone.name }, 1);
after(async () => {
  await threads.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

await store.write(async (writer) => {
  const { key } = await writer.defineSeries({
    code: 'long',
    description: 'Three years of hours',
    unit: 'EUR/MWh',
    resolution: 'hour',
    area: null,
    category: null,
  });
  const values = Float64Array.from({ length: HOURS }, (_, i) =>
    i % 977 === 0 ? Number.NaN : Math.round(5_000 + 4_000 * Math.sin(i / 5)) / 100,
  );
  await writer.writePoints(
    key,
    Int32Array.from(values, (_, i) => FIRST + i),
    values,
    Date.UTC(2024, 6, 1),
  );
});
const series = (await store.findSeries('long'))!;

const taskOfHours = (hours: number): SeriesTask =>
  taskOf({
    series,
    grid: gridOfSeries(series, zone),
    reduction: { kind: 'native' },
    aggregation: 'Average',
    span: { start: FIRST * HOUR_MS, end: (FIRST + hours) * HOUR_MS },
  });

for (const format of EXPORT_FORMATS) {
  suite(`a file of a series as ${format.name}`, () => {
    test(`a small ${format.name} file is made in one piece`, async () => {
      const made = await makeFile({ task: taskOfHours(100), format, context, threads });
      assert.ok(Symbol.iterator in made);
      assert.equal([...made].length, 1);
    });

    test(`a ${format.name} file from a thread is the same as one streamed without`, async () => {
      const { grid: _, ...task } = taskOfHours(HOURS);
      const streamed = await makeFile({ task: taskOfHours(HOURS), format, context });
      assert.ok(Symbol.asyncIterator in streamed);
      const bytes = Buffer.concat(await Array.fromAsync(streamed));
      const order = { task, form: format.name, keys: undefined };
      assert.deepEqual(Buffer.concat([...(await writeOrder(order, context))]), bytes);
      // A thread takes a moment to start, and until then it makes nothing.
      let made = await makeFile({ task: taskOfHours(HOURS), format, context, threads });
      while (!('bytes' in made)) {
        await pause(20);
        made = await makeFile({ task: taskOfHours(HOURS), format, context, threads });
      }
      assert.deepEqual(Buffer.from(made.bytes), bytes);
      made.release(true);
    });
  });
}
