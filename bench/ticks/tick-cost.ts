// What a tick costs after full garbage collections that find none alive, in nanoseconds of CPU. A process of its own,
// because a process that has lost the shape of its ticks never finds it again. With the argument `kept` it keeps the
// shape first.

import { setTimeout } from 'node:timers/promises';
import { keepTickShape } from '#serve/tick-shape';
import { collectGarbage } from '../../harness/collect-garbage.ts';
import { medianOf } from '../../harness/median.ts';

if (process.argv[2] === 'kept') keepTickShape();

const TICKS = 100_000;

const runTicks = (): Promise<void> =>
  new Promise((resolve) => {
    let ticks = 0;
    const next = (): void => {
      if (++ticks < TICKS) process.nextTick(next);
      else resolve();
    };
    process.nextTick(next);
  });

async function costOfTick(): Promise<number> {
  const before = process.threadCpuUsage();
  await runTicks();
  const { user, system } = process.threadCpuUsage(before);
  return ((user + system) * 1_000) / TICKS;
}

// The first rounds compile it.
for (let round = 0; round < 4; round++) await runTicks();
const costs: number[] = [];
for (let round = 0; round < 6; round++) {
  await setTimeout(5);
  collectGarbage();
  collectGarbage();
  costs.push(await costOfTick());
}
console.log(medianOf(costs));
