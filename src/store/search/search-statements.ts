// SQL texts of searches that are always the same. search-sql.ts makes those that depend on the task.

/** Keys count up from 1 and no series is ever removed, so the largest key is the number of series. */
export const COUNT_SERIES = 'SELECT COALESCE(MAX(series_key), 0) AS count FROM series';

// From each unit to the next in the index: a dozen steps. DISTINCT would read a million entries.
export const LIST_UNITS = `WITH RECURSIVE found (unit) AS (
  SELECT MIN(unit) FROM series
  UNION ALL SELECT (SELECT MIN(s.unit) FROM series s WHERE s.unit > found.unit) FROM found
  WHERE found.unit IS NOT NULL)
  SELECT unit FROM found WHERE unit IS NOT NULL ORDER BY unit`;

// $4 texts, from the series after key $1 on, in steps of $2 modulo $3.
export const SAMPLE_TEXTS = `WITH RECURSIVE picked (number, place) AS (
  SELECT 1, CAST($1 AS BIGINT)
  UNION ALL SELECT number + 1, (place + $2) % $3 FROM picked WHERE number < $4)
  SELECT search_text FROM picked JOIN series ON series_key = place + 1`;

// The series whose texts match, by SQLite's full-text index.
export const FIND_KEYS = 'SELECT rowid FROM series_search WHERE series_search MATCH $1 LIMIT $2';
