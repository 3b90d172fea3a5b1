// A thread that makes the files of tables: settings → store → spool. Each order is a message, and so is its end.

import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '#core/errors';
import { findZone } from '#core/time/zone';
import { faultOf } from '#http/answer/answer-threads';
import { FileSpool } from '#http/tables/file-spool';
import { TableMaker } from '#http/tables/make-table';
import type { TableEnd, TableThreadSettings } from '#http/tables/table-thread';
import type { TableOrder } from '#service/tables/settle-table';
import { openStore } from '#store/open/open-store';

const LOW_PRIORITY = 10;
/** Connections to PostgreSQL: a snapshot takes one of its own. */
const CONNECTIONS = 2;

/** On Linux the priority is the thread's. On other systems it would be the whole server's. */
if (process.platform === 'linux') setPriority(0, LOW_PRIORITY);

const { storeUrl, storeReadUrls = [], zoneName, spool } = workerData as TableThreadSettings;
const store = await openStore(storeUrl, {
  create: false,
  readUrls: storeReadUrls,
  connections: CONNECTIONS,
  cacheBytes: 0,
});
const maker = new TableMaker(
  store,
  findZone(zoneName)!,
  new FileSpool(spool.folder, spool.mostBytes),
);

async function make(order: TableOrder): Promise<TableEnd> {
  try {
    return { made: await maker.make(order) };
  } catch (error) {
    const { message } = error as Error;
    const code = error instanceof Refusal ? error.code : undefined;
    return { id: 0, message, fault: faultOf(error), code };
  }
}

parentPort!.on('message', async (order: TableOrder) => {
  parentPort!.postMessage(await make(order));
});
