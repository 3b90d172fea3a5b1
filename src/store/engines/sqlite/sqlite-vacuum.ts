// How much room a store's file takes, and giving back what it no longer needs.

import { SqliteConnection } from '#store/engines/sqlite/sqlite-connection';

/** How long another process's write is waited for. */
const BLOCKING_MS = 30_000;

export interface FileRoom {
  readonly fileBytes: number;
  /** Within the file, for what is written next. */
  readonly freeBytes: number;
}

export const readRoom = (path: string): FileRoom => withConnection(path, roomOf);

/** Makes the file as small as its content. Others can read meanwhile; whoever writes waits. */
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
