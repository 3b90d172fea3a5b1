// The thread that makes one backup and ends, so that copying, checking and packing do not slow requests.

import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type BackupEnd, type BackupOrder, makeBackup } from '#service/backups/make-backup';

export interface WorkerOrder extends BackupOrder {
  /** The server's clock minus the machine's. */
  readonly clockAheadMs: number;
}

export type WorkerEnd = { readonly end: BackupEnd } | { readonly fault: string };

const LOW_PRIORITY = 10;

/** On Linux the priority is the thread's; on other systems it would be that of the whole server. */
if (process.platform === 'linux') setPriority(0, LOW_PRIORITY);

const order = workerData as WorkerOrder;

async function work(): Promise<WorkerEnd> {
  try {
    return { end: await makeBackup(order, () => Date.now() + order.clockAheadMs) };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

parentPort!.postMessage(await work());
