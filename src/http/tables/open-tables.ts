// Opens the files of tables with the first request for one: the spool, and the thread that makes them. Without a
// folder of its own the spool is a temporary one, which ends with the server.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreParts, TableParts } from '#http/request/server-parts';
import { FileSpool } from '#http/tables/file-spool';
import { TableMaker } from '#http/tables/make-table';
import { TableFiles } from '#http/tables/table-files';
import { TableThread } from '#http/tables/table-thread';
import type { ServiceContext } from '#service/context';

/** The bound of a temporary spool. */
const TEMPORARY_BYTES = 256 * 2 ** 20;

export interface OpenedTables {
  readonly files: TableFiles;
  close(): Promise<void>;
}

export async function openTables({
  store,
  context,
  spool: told,
  tableThread,
}: StoreParts & TableParts & { readonly context: ServiceContext }): Promise<OpenedTables> {
  const temporary = told ? undefined : await mkdtemp(join(tmpdir(), 'gridtide-tables-'));
  const { folder, mostBytes } = told ?? { folder: temporary!, mostBytes: TEMPORARY_BYTES };
  const spool = new FileSpool(folder, mostBytes);
  const maker = tableThread
    ? new TableThread(tableThread.file, { ...tableThread.settings, spool: { folder, mostBytes } })
    : new TableMaker(store, context.zone, spool);
  const files = new TableFiles(store, spool, maker);
  return {
    files,
    async close() {
      await files.close();
      if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
    },
  };
}
