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

async function load({ path, format }: FormatFile, database: string): Promise<Loaded | undefined> {
  const statement = LOADS[format]?.(path);
  if (statement === undefined) return undefined;
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  await connection.run(`SET TimeZone = 'UTC'; SET preserve_insertion_order = false`);
  await connection.run('CREATE TABLE point (series VARCHAR, time TIMESTAMPTZ, value DOUBLE)');
  const times = await timed(async () => {
    await connection.run(statement);
    await connection.run('CHECKPOINT');
  });
  const peakMb = await peakMemoryMb();
  const result = await connection.run('SELECT count(*)::DOUBLE, sum(value) FROM point');
  const [counts, sums] = await result.getColumns();
  connection.closeSync();
  instance.closeSync();
  return { ...times, peakMb, rows: Number(counts![0]), sum: Number(sums![0]) };
}

answerCalls({ load });
