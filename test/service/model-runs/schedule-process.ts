// A separate process that makes forecasts on a store, like a server: `node schedule-process.ts URL NOW
// [HOURS]`. It prints a line of JSON for each job, and stops on its first input.

import { startSchedule } from '#service/model-runs/forecast-schedule';
import { openStore } from '#store/open/open-store';
import { berlin } from './model-store.ts';

const [, , url, now, ...backTimes] = process.argv as [string, string, string, string, ...string[]];
const say = (facts: object, message: string): void => {
  process.stdout.write(`${JSON.stringify({ ...facts, message })}\n`);
};
const store = await openStore(url);
const schedule = startSchedule({
  store,
  storeUrl: url,
  zone: berlin,
  hours: [6, 12],
  clock: () => Number(now),
  logger: { info: say, error: say } as never,
  backJobs: backTimes.map((time) => ({ name: 'past', analyzedAt: Number(time), areas: ['DE'] })),
  lookEveryMs: 50,
});
process.stdin.once('data', async () => {
  await schedule.stop();
  await store.close();
  process.stdin.destroy();
});
