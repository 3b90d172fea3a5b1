// SQL texts of freshness: changes of what is expected, and values of many series. Also changes of forecast targets.

/** A row that is changed is expected from then on. */
export const PUT_EXPECTATION = `INSERT INTO expectation (pattern, source, expect, since)
  VALUES ($1, $2, $3, $4) ON CONFLICT (pattern, source)
  DO UPDATE SET expect = excluded.expect, since = excluded.since`;
export const REMOVE_EXPECTATION = 'DELETE FROM expectation WHERE pattern = $1 AND source = $2';

export const PUT_FORECAST_TARGET = `INSERT INTO forecast_target
  (name, code, drivers, hours, kind, area, formula, unit, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (name) DO UPDATE SET code = excluded.code, drivers = excluded.drivers, hours = excluded.hours,
  kind = excluded.kind, area = excluded.area, formula = excluded.formula, unit = excluded.unit,
  created_at = excluded.created_at`;
export const REMOVE_FORECAST_TARGET = 'DELETE FROM forecast_target WHERE name = $1';

const manyChunks = (isOne: string): string => `SELECT series_key, chunk, bytes, checksum FROM chunk
  WHERE ${isOne} AND chunk >= $2 AND chunk <= $3`;
/** Chunks of many series at once. SQLite takes the keys as JSON, PostgreSQL as an array's text. */
export const READ_MANY_CHUNKS = {
  sqlite: manyChunks('series_key IN (SELECT value FROM json_each($1))'),
  postgres: manyChunks('series_key = ANY(CAST($1 AS INTEGER[]))'),
} as const;
