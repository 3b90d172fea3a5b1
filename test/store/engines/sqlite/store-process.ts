// A process with a store: `node store-process.ts TASK URL`. It prints what it did.

import { setTimeout } from 'node:timers/promises';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { addSeries, NOW } from '../../contract/sample-series.ts';

export const CODES = ['aa', 'ab', 'ac'];
export const INDICES = Int32Array.from({ length: 3_000 }, (_, i) => 400_000 + i);

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const tasks: Record<string, (store: Store) => Promise<void>> = {
  /** Sets every point of every series to the number of each round, until told to stop. */
  async import(store) {
    const keys: number[] = [];
    for (const code of CODES) keys.push(await addSeries(store, code));
    say('ready');
    let isTold = false;
    process.stdin.once('data', () => {
      isTold = true;
    });
    let round = 0;
    while (!isTold) {
      round++;
      const values = new Float64Array(INDICES.length).fill(round);
      await store.write(async (writer) => {
        for (const key of keys) {
          await writer.writePoints(key, INDICES, values, NOW + round);
          await setTimeout(2);
        }
      });
    }
    process.stdin.destroy();
    say(String(round));
  },

  /** Finishes one write and stays in the middle of a second, large enough to be on disk. */
  async hang(store) {
    const key = await addSeries(store, 'aa');
    const values = Float64Array.from(INDICES, (index) => index / 7);
    await store.write((writer) => writer.writePoints(key, INDICES, values, NOW));
    await store.write(async (writer) => {
      for (let n = 0; n < 300; n++) {
        const { key: other } = await writer.defineSeries({
          ...{ code: `lost${n}`, description: '', unit: '', area: null, category: null },
          resolution: 'hour',
        });
        await writer.writePoints(other, INDICES, values, NOW);
      }
      await writer.writePoints(key, INDICES, values.fill(-1), NOW + 1);
      say('in the middle');
      await setTimeout(600_000);
    });
  },

  /** Under a limit of file size: a large write fails, a small one before and after succeeds. */
  async overflow(store) {
    const key = await addSeries(store, 'aa');
    const putPoint = (index: number) =>
      store.write((writer) =>
        writer.writePoints(key, Int32Array.of(index), Float64Array.of(index), NOW),
      );
    await putPoint(1);
    const indices = Int32Array.from({ length: 2_000_000 }, (_, i) => i);
    const values = Float64Array.from(indices, (index) => index / 7);
    const error = await store
      .write((writer) => writer.writePoints(key, indices, values, NOW))
      .then(
        () => undefined,
        (reason: Error) => reason,
      );
    await putPoint(2);
    const kept = await store.readValues(key, { start: 0, end: 4 });
    say(JSON.stringify({ name: error?.name, message: error?.message, kept: [...kept] }));
  },

  async define(store) {
    await addSeries(store, `p${process.pid}`);
  },
};

const [, file, task, url] = process.argv;
if (file === import.meta.filename) {
  const store = await openStore(url!);
  await tasks[task!]!(store);
  await store.close();
}
