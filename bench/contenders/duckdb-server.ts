// DuckDB with a row a point, behind the small service. A process of its own; the database is inside it.

import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBPreparedStatement,
} from '@duckdb/node-api';
import { ZONE } from '../../harness/data/calendar.ts';
import { answerCalls } from '../../harness/processes.ts';
import type { LoadFiles } from '../phases/measure-load.ts';
import { type SeriesQuestion, type SqlEngine, serveSql } from './sql-service.ts';
import { ownUsage } from './usage.ts';

/** No primary key: its index makes DuckDB larger and loading slower, and reading no faster. */
const POINT_TABLE = '(series_id INTEGER, ts TIMESTAMPTZ, value DOUBLE)';
const TABLES = `
  CREATE TABLE series (id INTEGER PRIMARY KEY, code TEXT UNIQUE, description TEXT, unit TEXT,
    resolution TEXT, first_ts TIMESTAMPTZ, last_ts TIMESTAMPTZ, updated_at TIMESTAMPTZ);
  CREATE TABLE run (series_id INTEGER, analyzed_at TIMESTAMPTZ, ts TIMESTAMPTZ, value DOUBLE);
  CREATE TABLE point ${POINT_TABLE}`;

const ISO = '%Y-%m-%dT%H:%M:%S';
const utc = (column: string): string => `strftime(${column} AT TIME ZONE 'UTC', '${ISO}Z')`;
const POINTS = `point WHERE series_id = (SELECT id FROM series WHERE code = $1)
  AND ts >= $2::TIMESTAMP AT TIME ZONE '${ZONE}' AND ts < ($3::DATE + 1)::TIMESTAMP AT TIME ZONE '${ZONE}'`;
const DAY = `date_trunc('day', ts AT TIME ZONE '${ZONE}')`;
const byDay = (where: string): string => `
  SELECT json_group_object(strftime(day, '${ISO}'), mean)::VARCHAR FROM (
    SELECT ${DAY} AS day, avg(value) AS mean FROM ${POINTS} ${where} GROUP BY 1 ORDER BY 1)`;

const QUERIES: Readonly<Record<SeriesQuestion['reduction'], string>> = {
  hour: `SELECT json_group_object(time, value)::VARCHAR FROM (
    SELECT ${utc('ts')} AS time, value FROM ${POINTS} ORDER BY ts)`,
  day: byDay(''),
  peak: byDay(`AND hour(ts AT TIME ZONE '${ZONE}') BETWEEN 9 AND 19`),
};

const FORECAST = `
  WITH found AS (SELECT id, unit FROM series WHERE code = $1),
  newest AS (SELECT max(analyzed_at) AS newest_at FROM run WHERE series_id = (SELECT id FROM found)),
  points AS (SELECT newest_at, unit, ts, value FROM found, newest, run WHERE series_id = id AND analyzed_at = newest_at
    AND ts BETWEEN date_trunc('day', newest_at) + INTERVAL 1 DAY AND date_trunc('day', newest_at) + INTERVAL 2 DAY
    ORDER BY ts)
  SELECT json_object('analyzedTime', ${utc('newest_at')}, 'data', json_group_array(json_object(
    'area', $2, 'seriesName', $3, 'resolution', 'Hourly', 'unit', unit,
    'updateTime', ${utc('newest_at')}, 'validTime', ${utc('ts')}, 'value', value)))::VARCHAR
  FROM points GROUP BY newest_at`;

const SEARCH = `SELECT json_group_array(json_object('startdate', ${utc('first_ts')}, 'enddate', ${utc('last_ts')},
    'Code', code, 'Description', description, 'Unit', unit, 'Resolution', 0,
    'lastupdated', ${utc('updated_at')}, 'resolution_name', resolution, 'subscribed', true))::VARCHAR
  FROM (SELECT * FROM series WHERE starts_with(code, $1) ORDER BY code)`;

/** A connection answers one query at a time; more than this only wait for the same cores. */
const CONNECTIONS = 4;

class Session {
  readonly #connection: DuckDBConnection;
  readonly #prepared = new Map<string, DuckDBPreparedStatement>();
  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }
  async ask(text: string, values: string[]): Promise<string> {
    let statement = this.#prepared.get(text);
    if (!statement) this.#prepared.set(text, (statement = await this.#connection.prepare(text)));
    for (const [i, value] of values.entries()) statement.bindVarchar(i + 1, value);
    const columns = await (await statement.run()).getColumns();
    return columns[0]![0] as string;
  }
}

function engineOf(sessions: Session[]): SqlEngine {
  const waiting: ((session: Session) => void)[] = [];
  const ask = async (text: string, values: string[]): Promise<string> => {
    const session = sessions.pop() ?? (await new Promise<Session>((take) => waiting.push(take)));
    try {
      return await session.ask(text, values);
    } finally {
      const next = waiting.shift();
      if (next) next(session);
      else sessions.push(session);
    }
  };
  return {
    readValues: ({ code, from, to, reduction }) => ask(QUERIES[reduction], [code, from, to]),
    readForecast: (area, category) =>
      ask(FORECAST, [area.toLowerCase() + category, area, category]),
    listSeries: (prefix) => ask(SEARCH, [prefix]),
  };
}

let folder: string;
let instance: DuckDBInstance;
let main: DuckDBConnection;

async function connect(to: DuckDBInstance): Promise<DuckDBConnection> {
  const connection = await to.connect();
  await connection.run(`SET TimeZone = 'UTC'`);
  return connection;
}

async function copyFrom(connection: DuckDBConnection, table: string, file: string): Promise<void> {
  await connection.run(`COPY ${table} FROM '${file.replaceAll("'", "''")}' (FORMAT csv, HEADER)`);
}

answerCalls(
  {
    async start(path: string) {
      folder = path;
      instance = await DuckDBInstance.create(join(folder, 'points.duckdb'));
      main = await connect(instance);
      await main.run(TABLES);
      const connections = Array.from({ length: CONNECTIONS }, () => connect(instance));
      return serveSql(engineOf((await Promise.all(connections)).map((each) => new Session(each))));
    },
    loadTable: (table: string, file: string) => copyFrom(main, table, file),
    async settle() {
      await main.run('CHECKPOINT');
    },
    /** INSERT into a new database, from the file with codes. */
    async timeLoad({ byCode, series }: LoadFiles) {
      const path = join(folder, 'loaded.duckdb');
      const loaded = await DuckDBInstance.create(path);
      const connection = await connect(loaded);
      await connection.run(TABLES);
      await copyFrom(connection, 'series', series);
      const startedAt = performance.now();
      await connection.run(`INSERT INTO point SELECT id, time, value FROM read_csv('${byCode}', header = true,
        columns = {'series': 'VARCHAR', 'time': 'TIMESTAMPTZ', 'value': 'DOUBLE'}) JOIN series ON code = series`);
      await connection.run('CHECKPOINT');
      const ms = performance.now() - startedAt;
      connection.closeSync();
      loaded.closeSync();
      const { size } = await stat(path);
      await rm(path);
      return { ms, bytes: size };
    },
    async version() {
      const columns = await (await main.run('SELECT version()')).getColumns();
      return columns[0]![0] as string;
    },
    usage: ownUsage,
  },
  () => instance?.closeSync(),
);
