// SQL texts of freshness: what is expected of series, and how far many of them reach.

export const LIST_EXPECTATIONS = `SELECT pattern, source, expect, since FROM expectation
  ORDER BY pattern, source`;
/** A row that is changed is expected from then on. */
export const PUT_EXPECTATION = `INSERT INTO expectation (pattern, source, expect, since)
  VALUES ($1, $2, $3, $4) ON CONFLICT (pattern, source)
  DO UPDATE SET expect = excluded.expect, since = excluded.since`;
export const REMOVE_EXPECTATION = 'DELETE FROM expectation WHERE pattern = $1 AND source = $2';

export const LIST_REACHES = `SELECT code, series_key, resolution, area, first_index, last_index, updated_at
  FROM series WHERE code > $1 ORDER BY code LIMIT $2`;

const manyChunks = (isOne: string): string => `SELECT series_key, chunk, bytes, checksum FROM chunk
  WHERE ${isOne} AND chunk >= $2 AND chunk <= $3`;
/** Chunks of many series at once. SQLite takes the keys as JSON, PostgreSQL as an array's text. */
export const READ_MANY_CHUNKS = {
  sqlite: manyChunks('series_key IN (SELECT value FROM json_each($1))'),
  postgres: manyChunks('series_key = ANY(CAST($1 AS INTEGER[]))'),
} as const;

export const LIST_SETTINGS = `SELECT name, value FROM setting WHERE name >= $1 AND name < $2
  ORDER BY name`;
