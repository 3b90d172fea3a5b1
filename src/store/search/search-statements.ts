// The SQL of searches whose text is always the same. Those that depend on the task are put together in
// search-task.ts.

/** Keys are given one after the other and no series ever goes: the largest is how many there are. */
export const COUNT_SERIES = 'SELECT COALESCE(MAX(series_key), 0) AS count FROM series';

// From each unit to the next in the index: a dozen steps, where DISTINCT would read a million entries.
export const LIST_UNITS = `WITH RECURSIVE found (unit) AS (
  SELECT MIN(unit) FROM series
  UNION ALL SELECT (SELECT MIN(s.unit) FROM series s WHERE s.unit > found.unit) FROM found
  WHERE found.unit IS NOT NULL)
  SELECT unit FROM found WHERE unit IS NOT NULL ORDER BY unit`;

// So many texts, from the series after key $1 on in steps of $2 around a circle of $3.
export const SAMPLE_TEXTS = `WITH RECURSIVE picked (number, place) AS (
  SELECT 1, CAST($1 AS BIGINT)
  UNION ALL SELECT number + 1, (place + $2) % $3 FROM picked WHERE number < $4)
  SELECT search_text FROM picked JOIN series ON series_key = place + 1`;

// SQLite's own: the series whose texts match.
export const FIND_KEYS = 'SELECT rowid FROM series_search WHERE series_search MATCH $1 LIMIT $2';
