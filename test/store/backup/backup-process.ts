// A process for tests of backups and restores: `node backup-process.ts TASK PATH [FILE STEP]`.

import { setTimeout } from 'node:timers/promises';
import { restoreStore } from '#store/backup/restore-store';
import { filesAt } from '#store/engines/sqlite/store-files';
import { openStore } from '#store/open/open-store';
import { addSeries, NOW } from '../contract/sample-series.ts';

const POINTS = Int32Array.from({ length: 2_000 }, (_, i) => 400_000 + i);
export const WRITTEN = 'round';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const tasks: Record<string, (path: string, file: string, step: string) => Promise<void>> = {
  /** Writes the number of each round first to all points of a series, then to the plan. */
  async write(path) {
    const store = await openStore(`sqlite:${path}`);
    const key = await addSeries(store, WRITTEN);
    for (let round = 1; ; round++) {
      const values = new Float64Array(POINTS.length).fill(round);
      await store.write((writer) => writer.writePoints(key, POINTS, values, NOW + round));
      await store.accounts.putPlan({
        ...{ name: WRITTEN, patterns: [], pointsPerAnswer: 1 },
        requestsPerMinute: round,
      });
      if (round === 1) say('ready');
    }
  },

  /** Keeps the store open and does nothing. */
  async open(path) {
    const store = await openStore(`sqlite:${path}`);
    await store.countSeries();
    say('ready');
    await setTimeout(600_000);
  },

  /** Restores over the store and is killed as a step begins. */
  async restore(path, file, step) {
    await restoreStore(filesAt(path), file, {
      force: true,
      onStep(begun) {
        if (begun === step) process.kill(process.pid, 'SIGKILL');
      },
    });
  },
};

const [, script, task, path, file, step] = process.argv;
if (script === import.meta.filename) await tasks[task!]!(path!, file!, step!);
