// The ClickHouse engine with a row a point, behind the small service. A process of its own; the engine
// is inside it. Its package is large and no dependency: install it by hand to compare with it.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ZONE } from '../../harness/data/calendar.ts';
import { answerCalls } from '../../harness/processes.ts';
import type { LoadFiles } from '../phases/measure-load.ts';
import { type SeriesQuestion, type SqlEngine, serveSql } from './sql-service.ts';
import { ownUsage } from './usage.ts';

/** What is used of the package's session. */
interface Session {
  queryAsync(query: string): Promise<unknown>;
  queryBindAsync(
    query: string,
    values: Readonly<Record<string, string>>,
    options: { format: string },
  ): Promise<{ text(): string }>;
}

const POINT_TABLE = `(series_id Int32, ts DateTime('UTC'), value Float64)
  ENGINE = MergeTree ORDER BY (series_id, ts)`;
const TABLES = [
  'CREATE DATABASE bench ENGINE = Atomic',
  `CREATE TABLE bench.series (id Int32, code String, description String, unit String, resolution String,
    first_ts Nullable(DateTime('UTC')), last_ts Nullable(DateTime('UTC')), updated_at DateTime('UTC'))
    ENGINE = MergeTree ORDER BY code`,
  `CREATE TABLE bench.run (series_id Int32, analyzed_at DateTime('UTC'), ts DateTime('UTC'), value Float64)
    ENGINE = MergeTree ORDER BY (series_id, analyzed_at, ts)`,
  `CREATE TABLE bench.point ${POINT_TABLE}`,
];
const READ_ISO = `SETTINGS date_time_input_format = 'best_effort'`;

const utc = (column: string): string => `formatDateTime(${column}, '%Y-%m-%dT%H:%i:%SZ')`;
const POINTS = `bench.point WHERE series_id = (SELECT id FROM bench.series WHERE code = {code:String})
  AND ts >= toDateTime({from:String}, '${ZONE}') AND ts < addDays(toDateTime({to:String}, '${ZONE}'), 1)`;
/** Texts, joined to a JSON array or object. */
const joined = (open: string, item: string, close: string): string =>
  `concat('${open}', arrayStringConcat(groupArray(${item}), ','), '${close}')`;
const entry = (time: string, value: string): string =>
  `concat('"', ${time}, '":', toString(${value}))`;
const byDay = (where: string): string => `
  SELECT ${joined('{', entry(`concat(toString(day), 'T00:00:00')`, 'mean'), '}')} FROM (
    SELECT toDate(ts, '${ZONE}') AS day, avg(value) AS mean FROM ${POINTS} ${where} GROUP BY day ORDER BY day)`;

const QUERIES: Readonly<Record<SeriesQuestion['reduction'], string>> = {
  hour: `SELECT ${joined('{', entry(utc('ts'), 'value'), '}')} FROM (SELECT ts, value FROM ${POINTS} ORDER BY ts)`,
  day: byDay(''),
  peak: byDay(`AND toHour(ts, '${ZONE}') BETWEEN 9 AND 19`),
};

const FORECAST = `
  WITH (SELECT (id, unit) FROM bench.series WHERE code = {code:String}) AS found,
    (SELECT max(analyzed_at) FROM bench.run WHERE series_id = found.1) AS newest
  SELECT concat('{"analyzedTime":"', ${utc('any(newest)')}, '","data":', ${joined(
    '[',
    `concat('{"area":"', {area:String}, '","seriesName":"', {category:String}, '","resolution":"Hourly","unit":"', found.2,
      '","updateTime":"', ${utc('newest')}, '","validTime":"', ${utc('ts')}, '","value":', toString(value), '}')`,
    ']',
  )}, '}') FROM (SELECT ts, value FROM bench.run WHERE series_id = found.1 AND analyzed_at = newest
    AND ts BETWEEN addDays(toStartOfDay(newest), 1) AND addDays(toStartOfDay(newest), 2) ORDER BY ts)`;

const SEARCH = `SELECT ${joined(
  '[',
  `concat('{"startdate":"', ${utc('first_ts')}, '","enddate":"', ${utc('last_ts')}, '","Code":"', code,
    '","Description":"', description, '","Unit":"', unit, '","Resolution":0,"lastupdated":"', ${utc('updated_at')},
    '","resolution_name":"', resolution, '","subscribed":true}')`,
  ']',
)} FROM (SELECT * FROM bench.series WHERE startsWith(code, {prefix:String}) ORDER BY code)`;

let session: Session;
let folder: string;

async function ask(query: string, values: Readonly<Record<string, string>>): Promise<string> {
  const result = await session.queryBindAsync(query, values, { format: 'TSVRaw' });
  return result.text().trimEnd();
}

const midnight = (day: string): string => `${day} 00:00:00`;

const engine: SqlEngine = {
  readValues: ({ code, from, to, reduction }) =>
    ask(QUERIES[reduction], { code, from: midnight(from), to: midnight(to) }),
  readForecast: (area, category) =>
    ask(FORECAST, { code: area.toLowerCase() + category, area, category }),
  listSeries: (prefix) => ask(SEARCH, { prefix }),
};

answerCalls({
  async start(path: string) {
    folder = path;
    const chdb = createRequire(import.meta.url)('chdb') as {
      Session: new (path: string) => Session;
    };
    session = new chdb.Session(join(folder, 'store'));
    for (const statement of TABLES) await session.queryAsync(statement);
    return serveSql(engine);
  },
  async loadTable(table: string, file: string) {
    await session.queryAsync(
      `INSERT INTO bench.${table} SELECT * FROM file('${file}', CSVWithNames) ${READ_ISO}`,
    );
  },
  /** What it does by itself in time. */
  async settle() {
    await session.queryAsync('OPTIMIZE TABLE bench.point FINAL');
  },
  /** INSERT into a new table, from the file with codes. */
  async timeLoad({ byCode, series }: LoadFiles) {
    await session.queryAsync(`CREATE TABLE bench.loaded ${POINT_TABLE}`);
    await session.queryAsync('CREATE TABLE bench.loaded_series AS bench.series');
    await session.queryAsync(
      `INSERT INTO bench.loaded_series SELECT * FROM file('${series}', CSVWithNames) ${READ_ISO}`,
    );
    const startedAt = performance.now();
    await session.queryAsync(`INSERT INTO bench.loaded SELECT id, time, value
      FROM file('${byCode}', CSVWithNames, 'series String, time DateTime(\\'UTC\\'), value Float64') AS rows
      JOIN bench.loaded_series AS known ON known.code = rows.series ${READ_ISO}`);
    const ms = performance.now() - startedAt;
    await session.queryAsync('OPTIMIZE TABLE bench.loaded FINAL');
    const bytes = Number(
      await ask(
        `SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = 'bench' AND table = 'loaded'`,
        {},
      ),
    );
    await session.queryAsync('DROP TABLE bench.loaded SYNC');
    await session.queryAsync('DROP TABLE bench.loaded_series SYNC');
    return { ms, bytes };
  },
  version: () => ask('SELECT version()', {}),
  usage: ownUsage,
});
