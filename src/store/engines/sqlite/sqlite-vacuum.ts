// The size of a store's file, and the VACUUM that gives unused space back to the disk.

import { SqliteConnection } from '#store/engines/sqlite/sqlite-connection';

/** How long to wait for a write of another process. */
const BLOCKING_MS = 30_000;

export interface FileSize {
  readonly fileBytes: number;
  /** Unused bytes within the file, which the next writes fill. */
  readonly freeBytes: number;
}

export const readFileSize = (path: string): FileSize => withConnection(path, readSize);

/** Makes the file as small as its content. Readers go on in the meantime; writers wait. */
export function vacuumFile(path: string): FileSize {
  return withConnection(path, (connection) => {
    connection.exec('VACUUM');
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return readSize(connection);
  });
}

/** The size of a connection's file, without its log. */
export function readSize(connection: SqliteConnection): FileSize {
  const read = (name: string): number =>
    connection.table<readonly [number]>(`PRAGMA ${name}`, [])[0]![0];
  const pageBytes = read('page_size');
  return {
    fileBytes: read('page_count') * pageBytes,
    freeBytes: read('freelist_count') * pageBytes,
  };
}

function withConnection<T>(path: string, work: (connection: SqliteConnection) => T): T {
  const connection = new SqliteConnection(path);
  try {
    connection.setBlockingMs(BLOCKING_MS);
    return work(connection);
  } finally {
    connection.close();
  }
}
