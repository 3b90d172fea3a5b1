// DuckDB in a new process: the rows of a file into a table of a new database. In Node it has no reader of Arrow or
// Excel files.

import { DuckDBInstance } from '@duckdb/node-api';
import { answerCalls } from '../../harness/processes.ts';
import { type Loaded, peakMemoryMb, timed } from '../import-contender.ts';
import type { FormatFile, FormatName } from './formats-files.ts';

const COLUMNS = "{'series': 'VARCHAR', 'time': 'TIMESTAMPTZ', 'value': 'DOUBLE'}";

/** The statement that loads a file, by its format: each names the columns' types, so that none has to be guessed. */
const LOADS: Readonly<Partial<Record<FormatName, (path: string) => string>>> = {
  csv: (path) => `COPY point FROM '${path}' (FORMAT csv, HEADER)`,
  ndjson: (path) =>
    `INSERT INTO point SELECT * FROM read_json('${path}', format = 'newline_delimited', columns = ${COLUMNS})`,
  parquet: (path) => `INSERT INTO point SELECT series, time, value FROM read_parquet('${path}')`,
};

const TABLE = 'CREATE TABLE point (series VARCHAR, time TIMESTAMPTZ, value DOUBLE';

/** From opening an empty database to closing it, as for the product. `key` is the table's key, if it has one. */
async function loadInto(
  { path, format }: FormatFile,
  database: string,
  key: string,
): Promise<Loaded | undefined> {
  const statement = LOADS[format]?.(path);
  if (statement === undefined) return undefined;
  const times = await timed(async () => {
    const instance = await DuckDBInstance.create(database);
    const connection = await instance.connect();
    await connection.run(`SET TimeZone = 'UTC'; SET preserve_insertion_order = false`);
    await connection.run(`${TABLE}${key})`);
    await connection.run(statement);
    await connection.run('CHECKPOINT');
    connection.closeSync();
    instance.closeSync();
  });
  // Before anything is read back: that is not part of importing.
  const peakMb = await peakMemoryMb();
  return { ...times, peakMb, ...(await totalOf(database)) };
}

async function totalOf(database: string): Promise<{ rows: number; sum: number }> {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  const result = await connection.run('SELECT count(*)::DOUBLE, sum(value) FROM point');
  const [counts, sums] = await result.getColumns();
  connection.closeSync();
  instance.closeSync();
  return { rows: Number(counts![0]), sum: Number(sums![0]) };
}

const load = (file: FormatFile, database: string) => loadInto(file, database, '');

/** A time of a series has one value, as in the product's store. */
const loadUnique = (file: FormatFile, database: string) =>
  loadInto(file, database, ', PRIMARY KEY (series, time)');

answerCalls({ load, loadUnique });
