// SQL texts of forecast runs, with what their model says about them.

import { DEFINED_HINDCASTS, HINDCAST_SOURCE } from '#core/values/source-order';

const RUN_HEADER_COLUMNS = `analyzed_at AS "analyzedAt", updated_at AS "updatedAt",
  first_index AS "firstIndex", last_index AS "lastIndex", source, recorded_at AS "recordedAt"`;
const RUN_COLUMNS = `${RUN_HEADER_COLUMNS}, bytes, checksum`;

/** A run by its key: $1 series, $2 analyzedAt, $3 source. */
const ONE_RUN = 'series_key = $1 AND analyzed_at = $2 AND source = $3';

/** Hindcasts are found only by readers who name their source. */
const NO_HINDCAST = `source <> '${HINDCAST_SOURCE}'
  AND SUBSTR(source, 1, ${DEFINED_HINDCASTS.length}) <> '${DEFINED_HINDCASTS}'`;

// Runs of one analyzedAt follow each other; the reader puts them in the order of sources. If a limit is
// given, it counts issue times, so that no run of one is left out.

export const FIND_RUN = `SELECT ${RUN_COLUMNS} FROM run WHERE ${ONE_RUN}`;
export const LIST_RUNS = `SELECT ${RUN_HEADER_COLUMNS} FROM run
  WHERE series_key = $1 ORDER BY analyzed_at DESC`;
export const READ_RUNS = `SELECT ${RUN_COLUMNS} FROM run
  WHERE series_key = $1 AND analyzed_at >= $2 AND analyzed_at <= $3 ORDER BY analyzed_at`;
export const FIND_NEWEST_RUNS = `SELECT ${RUN_COLUMNS} FROM run
  WHERE series_key = $1 AND ${NO_HINDCAST} AND analyzed_at = (SELECT MAX(analyzed_at) FROM run
  WHERE series_key = $1 AND analyzed_at <= $2 AND ${NO_HINDCAST})`;
export const FIND_NEWEST_RUN_OF_SOURCE = `SELECT ${RUN_COLUMNS} FROM run
  WHERE series_key = $1 AND analyzed_at <= $2 AND source = $3
  ORDER BY analyzed_at DESC LIMIT 1`;
const runsOver = (condition: string): string => {
  const over = `series_key = $1 AND first_index < $3 AND last_index >= $4${condition}`;
  return `SELECT ${RUN_COLUMNS} FROM run WHERE ${over} AND analyzed_at IN
  (SELECT DISTINCT analyzed_at FROM run WHERE ${over} AND analyzed_at < $2
  ORDER BY analyzed_at DESC LIMIT $5) ORDER BY analyzed_at DESC`;
};
export const FIND_RUNS_OVER = runsOver(` AND ${NO_HINDCAST}`);
export const FIND_RUNS_OVER_OF_SOURCE = runsOver(' AND source = $6');
export const PUT_RUN = `INSERT INTO run
  (series_key, analyzed_at, source, first_index, last_index, updated_at, recorded_at, checksum,
  bytes) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (series_key, analyzed_at, source) DO UPDATE SET first_index = excluded.first_index,
  last_index = excluded.last_index, updated_at = excluded.updated_at,
  recorded_at = excluded.recorded_at, bytes = excluded.bytes, checksum = excluded.checksum`;
// A run that was stored at the same instant was never visible.
export const KEEP_PAST_RUN = `INSERT INTO past_run (series_key, analyzed_at, source, replaced_at,
  recorded_at, first_index, last_index, updated_at, bytes, checksum)
  SELECT series_key, analyzed_at, source, $4, recorded_at, first_index, last_index, updated_at,
  bytes, checksum FROM run WHERE ${ONE_RUN}
  AND (recorded_at IS NULL OR recorded_at < $4) ON CONFLICT DO NOTHING`;
export const REMOVE_RUN = `DELETE FROM run WHERE ${ONE_RUN}`;
export const FIND_REPLACED_RUN = `SELECT ${RUN_COLUMNS} FROM past_run
  WHERE ${ONE_RUN} AND replaced_at = $4`;

const KNOWN = '(recorded_at IS NULL OR recorded_at <= $2)';
/** Runs as of an instant that meet a condition. The condition's parameters begin with $3. */
const runsAsOf = (condition: string, columns = RUN_COLUMNS): string =>
  `SELECT ${columns} FROM run WHERE series_key = $1 AND ${KNOWN} AND ${condition}
  UNION ALL SELECT ${columns} FROM past_run
  WHERE series_key = $1 AND ${KNOWN} AND replaced_at > $2 AND ${condition}`;
/** The newest issue times as of an instant. */
const timesAsOf = (condition: string, limit: string): string =>
  `SELECT "analyzedAt" FROM (${runsAsOf(condition, 'analyzed_at AS "analyzedAt"')}) AS known
  GROUP BY "analyzedAt" ORDER BY "analyzedAt" DESC LIMIT ${limit}`;
export const FIND_NEWEST_RUNS_AS_OF = runsAsOf(
  `${NO_HINDCAST} AND analyzed_at = (${timesAsOf(`analyzed_at <= $3 AND ${NO_HINDCAST}`, '1')})`,
);
export const FIND_NEWEST_RUN_OF_SOURCE_AS_OF = `${runsAsOf('analyzed_at <= $3 AND source = $4')}
  ORDER BY "analyzedAt" DESC LIMIT 1`;
export const LIST_RUNS_AS_OF = `${runsAsOf('1 = 1', RUN_HEADER_COLUMNS)}
  ORDER BY "analyzedAt" DESC`;
export const READ_RUNS_AS_OF = `${runsAsOf('analyzed_at >= $3 AND analyzed_at <= $4')}
  ORDER BY "analyzedAt"`;
const runsOverAsOf = (condition: string): string => {
  const over = `first_index < $4 AND last_index >= $5${condition}`;
  const times = timesAsOf(`analyzed_at < $3 AND ${over}`, '$6');
  return `${runsAsOf(`${over} AND analyzed_at IN (${times})`)} ORDER BY "analyzedAt" DESC`;
};
export const FIND_RUNS_OVER_AS_OF = runsOverAsOf(` AND ${NO_HINDCAST}`);
export const FIND_RUNS_OVER_OF_SOURCE_AS_OF = runsOverAsOf(' AND source = $7');

/** How an engine writes a column of many rows as one JSON array. */
const ARRAYS = {
  sqlite: (column: string) => `json_group_array(${column})`,
  postgres: (column: string) => `CAST(json_agg(${column}) AS TEXT)`,
} as const;
const joined = <T>(of: (array: (column: string) => string) => T) => ({
  sqlite: of(ARRAYS.sqlite),
  postgres: of(ARRAYS.postgres),
});
const bytesOf = (column: string): string => `CAST(string_agg(${column}, '') AS BLOB)`;

/**
 * Every form of runs as one row, which takes a third of the time of many: $2 and $3 are the first and last
 * issue time, $4 and $5 the end and start of a span.
 */
const formsOf = (condition: string) => {
  const columns = 'analyzed_at, source, first_index, last_index, updated_at, recorded_at';
  const where = `WHERE series_key = $1 AND analyzed_at >= $2 AND analyzed_at <= $3
  AND first_index < $4 AND last_index >= $5${condition}`;
  const forms = `SELECT ${columns}, CAST(NULL AS BIGINT) AS replaced_at, checksum, bytes,
  CAST(NULL AS TEXT) AS bands FROM run ${where}
  UNION ALL SELECT ${columns}, replaced_at, checksum, bytes, bands FROM past_run ${where}`;
  return joined((array) => {
    const listed = `${columns}, replaced_at, checksum, LENGTH(bytes), bands`.split(', ').map(array);
    return `SELECT ${listed.join(', ')}, ${bytesOf('bytes')} FROM (${forms}) AS found`;
  });
};
export const READ_FORMS = formsOf('');
export const READ_FORMS_OF_SOURCE = formsOf(' AND source = $6');
/** The bands of the runs between two issue times, as one row. */
export const READ_BANDS_BETWEEN = joined((array) => {
  const columns = ['analyzed_at', 'source', 'level', 'LENGTH(lower)', 'LENGTH(upper)'];
  const listed = [...columns, 'lower_checksum', 'upper_checksum'].map(array).join(', ');
  return `SELECT ${listed}, ${bytesOf('lower')}, ${bytesOf('upper')} FROM (SELECT * FROM run_band
  WHERE series_key = $1 AND analyzed_at >= $2 AND analyzed_at <= $3
  ORDER BY analyzed_at, source, level) AS found`;
});
/** Each end is one step into an index; NULL if no run was ever stored. */
const issueTime = (end: 'MIN' | 'MAX'): string => `(SELECT ${end}(analyzed_at) FROM (
  SELECT ${end}(analyzed_at) AS analyzed_at FROM run WHERE series_key = $1
  UNION ALL SELECT ${end}(analyzed_at) FROM past_run WHERE series_key = $1) AS ends)`;
export const ISSUE_TIMES = `SELECT ${issueTime('MIN')} AS "first", ${issueTime('MAX')} AS "last"`;

export const RUN_EXTENT = `SELECT MIN(first_index) AS "first", MAX(last_index) AS "last" FROM run
  WHERE series_key = $1`;
export const NEWEST_RUN_ENDS = `SELECT analyzed_at AS "analyzedAt", source,
  last_index AS "lastIndex" FROM run WHERE series_key = $1 AND ${NO_HINDCAST} AND analyzed_at =
  (SELECT MAX(analyzed_at) FROM run WHERE series_key = $1 AND ${NO_HINDCAST})`;

export const FIND_RUN_DETAIL = `SELECT detail FROM run_detail WHERE ${ONE_RUN}`;
export const PUT_RUN_DETAIL = `INSERT INTO run_detail (series_key, analyzed_at, source, detail)
  VALUES ($1, $2, $3, $4)`;
export const REMOVE_RUN_DETAIL = `DELETE FROM run_detail WHERE ${ONE_RUN}`;
export const READ_BANDS = `SELECT b.level, b.lower, b.upper,
  b.lower_checksum AS "lowerChecksum", b.upper_checksum AS "upperChecksum",
  r.last_index - r.first_index + 1 AS "length" FROM run_band b
  JOIN run r ON r.series_key = b.series_key AND r.analyzed_at = b.analyzed_at
  AND r.source = b.source
  WHERE b.series_key = $1 AND b.analyzed_at = $2 AND b.source = $3 ORDER BY b.level`;
export const PUT_BAND = `INSERT INTO run_band (series_key, analyzed_at, source, level, lower, upper,
  lower_checksum, upper_checksum) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;
export const REMOVE_BANDS = `DELETE FROM run_band WHERE ${ONE_RUN}`;

const RUNS_OF_SOURCE = 'series_key = $1 AND source = $2 AND analyzed_at < $3';
export const REMOVE_DETAILS_OF_RUNS = `DELETE FROM run_detail WHERE ${RUNS_OF_SOURCE}`;
export const REMOVE_BANDS_OF_RUNS = `DELETE FROM run_band WHERE ${RUNS_OF_SOURCE}`;
export const REMOVE_RUNS = `DELETE FROM run WHERE ${RUNS_OF_SOURCE}`;
