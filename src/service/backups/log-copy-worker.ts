// The thread that copies the logs of a store every second, until it is told to stop. It tells its server of every
// change between copying and failing, and when it last copied.

import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { DAY_MS, SECOND_MS } from '#core/time/instant';
import { filesOf } from '#store/engines/sqlite/store-files';
import { LogShipper } from '#store/log/log-shipper';

export interface LogCopyOrder {
  readonly storeUrl: string;
  readonly folder: string;
  /** How many generations stay; short-lived ones are counted apart. */
  readonly keep: number;
  readonly productVersion: string;
  /** The server's clock minus the machine's. */
  readonly clockAheadMs: number;
  readonly everyMs?: number;
}

export type LogCopyNews =
  | { readonly kind: 'copied'; readonly at: number }
  | { readonly kind: 'failed'; readonly why: string };

/** A new copy of the files bounds how much has to be applied, and how much is lost with a damaged segment. */
const GENERATION_MS = DAY_MS;
const AGAIN_AFTER_MS = 10 * SECOND_MS;

const { clockAheadMs, everyMs = SECOND_MS, storeUrl, ...order } = workerData as LogCopyOrder;
const now = (): number => Date.now() + clockAheadMs;
const tell = (news: LogCopyNews): void => parentPort!.postMessage(news);
const stopping = new AbortController();
parentPort!.on('message', () => stopping.abort());

const pause = (ms: number): Promise<unknown> =>
  sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});

/** Copies one generation until it is a day old, fails, or the server stops. */
async function copyGeneration(): Promise<void> {
  const shipper = await LogShipper.begin(filesOf(storeUrl), { ...order, now });
  try {
    const endsAt = performance.now() + GENERATION_MS;
    while (performance.now() < endsAt) {
      // Read first: what is committed from now on may be in the next segment only.
      const at = now();
      const isLast = stopping.signal.aborted;
      await shipper.ship();
      tell({ kind: 'copied', at });
      if (isLast) return;
      await pause(everyMs);
    }
  } finally {
    shipper.close();
  }
}

while (!stopping.signal.aborted) {
  try {
    await copyGeneration();
  } catch (error) {
    tell({ kind: 'failed', why: (error as Error).message });
    await pause(AGAIN_AFTER_MS);
  }
}
parentPort!.close();
