// SQL texts of forecast runs, with what their model says about them.

const RUN_HEADER_COLUMNS = `analyzed_at AS "analyzedAt", updated_at AS "updatedAt",
  first_index AS "firstIndex", last_index AS "lastIndex", source`;
const RUN_COLUMNS = `${RUN_HEADER_COLUMNS}, bytes, checksum`;

export const LIST_RUNS = `SELECT ${RUN_HEADER_COLUMNS} FROM run
  WHERE series_key = $1 ORDER BY analyzed_at DESC`;
export const READ_RUNS = `SELECT ${RUN_COLUMNS} FROM run
  WHERE series_key = $1 AND analyzed_at >= $2 AND analyzed_at <= $3 ORDER BY analyzed_at`;
export const FIND_NEWEST_RUN = `SELECT ${RUN_COLUMNS} FROM run
  WHERE series_key = $1 AND analyzed_at <= $2 ORDER BY analyzed_at DESC LIMIT 1`;
export const FIND_RUNS_OVER = `SELECT ${RUN_COLUMNS} FROM run
  WHERE series_key = $1 AND analyzed_at < $2 AND first_index < $3 AND last_index >= $4
  ORDER BY analyzed_at DESC LIMIT $5`;
export const PUT_RUN = `INSERT INTO run
  (series_key, analyzed_at, first_index, last_index, updated_at, source, recorded_at, bytes,
  checksum) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (series_key, analyzed_at) DO UPDATE SET first_index = excluded.first_index,
  last_index = excluded.last_index, updated_at = excluded.updated_at,
  source = excluded.source, recorded_at = excluded.recorded_at, bytes = excluded.bytes,
  checksum = excluded.checksum`;
// A run that was stored at the same instant was never visible.
export const KEEP_PAST_RUN = `INSERT INTO past_run (series_key, analyzed_at, replaced_at,
  recorded_at, first_index, last_index, updated_at, source, bytes, checksum)
  SELECT series_key, analyzed_at, $3, recorded_at, first_index, last_index, updated_at, source,
  bytes, checksum FROM run WHERE series_key = $1 AND analyzed_at = $2
  AND (recorded_at IS NULL OR recorded_at < $3) ON CONFLICT DO NOTHING`;
export const REMOVE_RUN = 'DELETE FROM run WHERE series_key = $1 AND analyzed_at = $2';
export const FIND_REPLACED_RUN = `SELECT ${RUN_COLUMNS} FROM past_run
  WHERE series_key = $1 AND analyzed_at = $2 AND replaced_at = $3`;

const KNOWN = '(recorded_at IS NULL OR recorded_at <= $2)';
/** Runs as of an instant that meet a condition. The condition's parameters begin with $3. */
const runsAsOf = (condition: string, columns = RUN_COLUMNS): string =>
  `SELECT ${columns} FROM run WHERE series_key = $1 AND ${KNOWN} AND ${condition}
  UNION ALL SELECT ${columns} FROM past_run
  WHERE series_key = $1 AND ${KNOWN} AND replaced_at > $2 AND ${condition}`;
export const FIND_NEWEST_RUN_AS_OF = `${runsAsOf('analyzed_at <= $3')}
  ORDER BY "analyzedAt" DESC LIMIT 1`;
export const LIST_RUNS_AS_OF = `${runsAsOf('1 = 1', RUN_HEADER_COLUMNS)}
  ORDER BY "analyzedAt" DESC`;
export const READ_RUNS_AS_OF = `${runsAsOf('analyzed_at >= $3 AND analyzed_at <= $4')}
  ORDER BY "analyzedAt"`;
export const FIND_RUNS_OVER_AS_OF = `${runsAsOf(
  'analyzed_at < $3 AND first_index < $4 AND last_index >= $5',
)} ORDER BY "analyzedAt" DESC LIMIT $6`;
export const RUN_EXTENT = `SELECT MIN(first_index) AS "first", MAX(last_index) AS "last" FROM run
  WHERE series_key = $1`;
export const NEWEST_RUN_END = `SELECT analyzed_at AS "analyzedAt", last_index AS "lastIndex" FROM run
  WHERE series_key = $1 ORDER BY analyzed_at DESC LIMIT 1`;

export const FIND_RUN_DETAIL =
  'SELECT detail FROM run_detail WHERE series_key = $1 AND analyzed_at = $2';
export const PUT_RUN_DETAIL =
  'INSERT INTO run_detail (series_key, analyzed_at, detail) VALUES ($1, $2, $3)';
export const REMOVE_RUN_DETAIL =
  'DELETE FROM run_detail WHERE series_key = $1 AND analyzed_at = $2';
export const READ_BANDS = `SELECT b.level, b.lower, b.upper,
  b.lower_checksum AS "lowerChecksum", b.upper_checksum AS "upperChecksum",
  r.last_index - r.first_index + 1 AS "length" FROM run_band b
  JOIN run r ON r.series_key = b.series_key AND r.analyzed_at = b.analyzed_at
  WHERE b.series_key = $1 AND b.analyzed_at = $2 ORDER BY b.level`;
export const PUT_BAND = `INSERT INTO run_band (series_key, analyzed_at, level, lower, upper,
  lower_checksum, upper_checksum) VALUES ($1, $2, $3, $4, $5, $6, $7)`;
export const REMOVE_BANDS = 'DELETE FROM run_band WHERE series_key = $1 AND analyzed_at = $2';

const RUNS_OF_SOURCE = 'series_key = $1 AND source = $2 AND analyzed_at < $3';
const OF_THESE_RUNS = `series_key = $1 AND analyzed_at IN
  (SELECT analyzed_at FROM run WHERE ${RUNS_OF_SOURCE})`;
export const REMOVE_DETAILS_OF_RUNS = `DELETE FROM run_detail WHERE ${OF_THESE_RUNS}`;
export const REMOVE_BANDS_OF_RUNS = `DELETE FROM run_band WHERE ${OF_THESE_RUNS}`;
export const REMOVE_RUNS = `DELETE FROM run WHERE ${RUNS_OF_SOURCE}`;
