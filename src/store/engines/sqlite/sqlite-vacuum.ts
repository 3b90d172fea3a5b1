// The size of a store's file, and the VACUUM that gives unused space back to the disk.

import { SqliteConnection } from '#store/engines/sqlite/sqlite-connection';

/** How long to wait for a write of another process. */
const BLOCKING_MS = 30_000;

export interface FileRoom {
  readonly fileBytes: number;
  /** Unused bytes within the file, which the next writes fill. */
  readonly freeBytes: number;
}

export const readRoom = (path: string): FileRoom => withConnection(path, roomOf);

/** Makes the file as small as its content. Readers go on in the meantime; writers wait. */
export function vacuumFile(path: string): FileRoom {
  return withConnection(path, (connection) => {
    connection.exec('VACUUM');
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return roomOf(connection);
  });
}

function roomOf(connection: SqliteConnection): FileRoom {
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
