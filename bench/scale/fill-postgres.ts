// Rows in bulk into a store's PostgreSQL database.

import pg from 'pg';
import type { SqlValue } from '#store/sql/sql-session';
import type { FillTarget } from './fill-target.ts';

/** Tables with their indexes, long values and maps. The server's own catalogue, 8 MB, is not the store's. */
const COUNT_BYTES = `SELECT SUM(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
  WHERE relkind IN ('r', 'p', 'm') AND relnamespace = 'public'::regnamespace`;

export async function openPostgresTarget(url: string): Promise<FillTarget> {
  const client = new pg.Client(url);
  await client.connect();
  // A fill that is cut off is begun again.
  await client.query('SET synchronous_commit = off');
  return {
    bytesType: 'BYTEA',
    noBytes: "''::bytea",
    async addRows(table, columns, rows) {
      const names = columns.join(', ');
      const text = `INSERT INTO ${table} (${names})
        SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)`;
      await client.query(text, [JSON.stringify(rows.map((row) => asRecord(columns, row)))]);
    },
    async run(text, ...values) {
      await client.query(text, values);
    },
    async settle() {
      await client.query('VACUUM ANALYZE');
    },
    async countBytes() {
      const { rows } = await client.query<{ bytes: number }>(COUNT_BYTES);
      return rows[0]!.bytes;
    },
    close: () => client.end(),
  };
}

const asRecord = (columns: readonly string[], row: readonly SqlValue[]) =>
  Object.fromEntries(columns.map((column, i) => [column, asJson(row[i]!)]));

/** PostgreSQL reads bytes as hexadecimal digits after \\x. */
const asJson = (value: SqlValue): number | string | null =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
