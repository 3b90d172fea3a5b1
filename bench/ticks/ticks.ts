// npm run bench -- ticks: what a tick of Node costs after garbage collections, with and without its shape kept.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { medianOf } from '../../harness/median.ts';

const ROUNDS = 5;
const PROGRAM = fileURLToPath(new URL('tick-cost.ts', import.meta.url));

export async function benchTicks(args: readonly string[]): Promise<void> {
  parseArgs({ args: [...args], options: {} });
  const kept: number[] = [];
  const without: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    without.push(await measureTick());
    kept.push(await measureTick('kept'));
  }
  const ratio = medianOf(kept) / medianOf(without);
  console.log(`Node ${process.version}, medians of ${ROUNDS} alternate processes:
  no shape kept     ${medianOf(without).toFixed(0)} ns a tick
  the shape kept    ${medianOf(kept).toFixed(0)} ns a tick, ${ratio.toFixed(2)} x
If that is near 1 x, this Node no longer needs src/serve/tick-shape.ts.`);
}

/** Nanoseconds of CPU. */
async function measureTick(...args: string[]): Promise<number> {
  const run = await promisify(execFile)(process.execPath, ['-C', 'source', PROGRAM, ...args]);
  return Number(run.stdout);
}
