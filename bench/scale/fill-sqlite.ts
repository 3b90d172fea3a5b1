// Rows in bulk into a store's SQLite file.

import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SqliteConnection } from '#store/engines/sqlite/sqlite-connection';
import type { FillTarget } from './fill-target.ts';

/** `path` is the file of an existing store that no process has open. */
export function openSqliteTarget(path: string): FillTarget {
  const connection = new SqliteConnection(path);
  // A fill that is cut off is begun again.
  connection.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000');
  return {
    bytesType: 'BLOB',
    noBytes: "X''",
    async addRows(table, columns, rows) {
      const parameters = columns.map((_, i) => `$${i + 1}`);
      const text = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${parameters.join(', ')})`;
      connection.exec('BEGIN');
      for (const row of rows) connection.run(text, row);
      connection.exec('COMMIT');
    },
    async run(text, ...values) {
      connection.run(text, values);
    },
    async settle() {
      connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    countBytes: () => bytesIn(dirname(path)),
    async close() {
      connection.close();
    },
  };
}

/** The bytes of all files in a folder. */
export async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
