// Every table of a store's file as it is on disk, row by row.

import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';

export type Rows = readonly SQLOutputValue[];

export function* rowsOf(path: string): Generator<[table: string, rows: Iterable<Rows>]> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
      .all();
    for (const { name } of tables) yield [String(name), tableRows(database, String(name))];
  } finally {
    database.close();
  }
}

function* tableRows(database: DatabaseSync, table: string): Generator<Rows> {
  const columns = database.prepare(`SELECT * FROM "${table}"`).columns().length;
  const order = Array.from({ length: columns }, (_, i) => i + 1).join(', ');
  for (const row of database.prepare(`SELECT * FROM "${table}" ORDER BY ${order}`).iterate()) {
    yield Object.values(row);
  }
}
