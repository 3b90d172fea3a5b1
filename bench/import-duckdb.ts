// DuckDB in a new process: COPY of the file into a table of a new database.

import { DuckDBInstance } from '@duckdb/node-api';
import { answerCalls } from '../harness/processes.ts';
import { type Loaded, peakMemoryMb, timed } from './import-contender.ts';
import type { ImportFile } from './import-file.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** No index, no join that turns codes into numbers, no order of rows to keep: it is faster without. */
async function load({ path }: ImportFile, database: string): Promise<Loaded> {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  await connection.run(`SET TimeZone = 'UTC'; SET preserve_insertion_order = false`);
  await connection.run('CREATE TABLE point (series VARCHAR, time TIMESTAMPTZ, value DOUBLE)');
  const times = await timed(async () => {
    await connection.run(`COPY point FROM ${quoted(path)} (FORMAT csv, HEADER)`);
    await connection.run('CHECKPOINT');
  });
  const peakMb = await peakMemoryMb();
  const result = await connection.run('SELECT count(*)::DOUBLE, sum(value) FROM point');
  const [counts, sums] = await result.getColumns();
  connection.closeSync();
  instance.closeSync();
  return { ...times, peakMb, rows: Number(counts![0]), sum: Number(sums![0]) };
}

async function version(): Promise<string> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const columns = await (await connection.run('SELECT version()')).getColumns();
  connection.closeSync();
  instance.closeSync();
  return String(columns[0]![0]);
}

answerCalls({ load, version });
