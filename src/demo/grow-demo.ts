// Fills a demo's data up to now, and adds to it every hour. One process fills a store at a time: the simple
// runs of a second one would replace real runs made in the meantime.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Clock, HOUR_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { type DemoFilled, fillDemo } from '#demo/fill-demo';
import type { Store } from '#store/store';

/** The job in the store; a due time is the start of an hour, or of a server. */
const DEMO_JOB = 'demo';
const LOOK_EVERY_MS = MINUTE_MS / 2;
const ASK_AGAIN_MS = 250;

export interface DemoParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly zone: Zone;
}

const hourOf = (instant: Instant): Instant => Math.floor(instant / HOUR_MS) * HOUR_MS;

const describe = ({ points, runs }: DemoFilled): string => `${points} points, ${runs} runs`;

/** Fills a store at a server's start, when no other process does. */
export async function fillAtStart(
  parts: DemoParts,
  onProgress?: (done: number, total: number) => void,
): Promise<void> {
  const { store, clock } = parts;
  let dueAt = clock();
  while (!(await store.claimJob(DEMO_JOB, dueAt, dueAt))) {
    await sleep(ASK_AGAIN_MS);
    dueAt = Math.max(clock(), dueAt + 1);
  }
  await fillAndEnd(parts, dueAt, onProgress);
  // Mark this hour as done, so that growDemo skips it.
  const hour = hourOf(dueAt);
  if (await store.claimJob(DEMO_JOB, hour, clock())) {
    await store.endJob(DEMO_JOB, hour, clock(), 'done', 'filled at a start');
  }
}

/** Adds each hour's data. Stops with the returned function. */
export function growDemo(
  parts: DemoParts,
  logger: Pick<Logger, 'info' | 'error'>,
  lookEveryMs = LOOK_EVERY_MS,
): () => Promise<void> {
  let doneHour = Number.NaN;
  let growing: Promise<void> | undefined;
  const grow = async (): Promise<void> => {
    const hour = hourOf(parts.clock());
    if (hour === doneHour) return;
    try {
      const outcome = await growOnce(parts, hour);
      if (outcome !== 'elsewhere') doneHour = hour;
      if (typeof outcome === 'object') logger.info(outcome, 'demo data grew');
    } catch (error) {
      // The next hour adds what is missing.
      doneHour = hour;
      logger.error({ err: error }, 'demo data could not grow');
    }
  };
  const timer = setInterval(() => {
    growing ??= grow().finally(() => {
      growing = undefined;
    });
  }, lookEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await growing;
  };
}

/** Fills for an hour; `done` if it was filled already, `elsewhere` if another process does it. */
async function growOnce(
  parts: DemoParts,
  hour: Instant,
): Promise<DemoFilled | 'done' | 'elsewhere'> {
  const { store, clock } = parts;
  if (await store.claimJob(DEMO_JOB, hour, clock())) return fillAndEnd(parts, hour);
  const records = await store.listJobs(DEMO_JOB, 8);
  return records.some(({ dueAt, state }) => dueAt === hour && state === 'done')
    ? 'done'
    : 'elsewhere';
}

async function fillAndEnd(
  { store, clock, zone }: DemoParts,
  dueAt: Instant,
  onProgress?: (done: number, total: number) => void,
): Promise<DemoFilled> {
  try {
    const filled = await fillDemo(store, clock(), zone, onProgress);
    await store.endJob(DEMO_JOB, dueAt, clock(), 'done', describe(filled));
    return filled;
  } catch (error) {
    await store.endJob(DEMO_JOB, dueAt, clock(), 'failed', (error as Error).message);
    throw error;
  }
}
