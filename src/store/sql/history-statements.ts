// SQL texts of runs and series as they were at an instant.

/** A run as of an instant: $1 series, $2 instant, $3 analyzedAt, $4 source. */
const RUN_AS_OF = `series_key = $1 AND analyzed_at = $3 AND source = $4
  AND (recorded_at IS NULL OR recorded_at <= $2)`;

export const IS_RUN_KNOWN = `SELECT 1 AS "one" FROM run WHERE ${RUN_AS_OF}`;
export const FIND_PAST_DETAIL = `SELECT detail, bands, last_index - first_index + 1 AS "length"
  FROM past_run WHERE ${RUN_AS_OF} AND replaced_at > $2`;
export const KEEP_PAST_DETAIL = `UPDATE past_run SET detail = $5, bands = $6
  WHERE series_key = $1 AND analyzed_at = $2 AND source = $3 AND replaced_at = $4`;

/** Every run that was stored, replaced or taken back at an instant. */
export const RUNS_TOUCHED_AT = `SELECT analyzed_at AS "analyzedAt", source FROM run
  WHERE series_key = $1 AND recorded_at = $2
  UNION SELECT analyzed_at, source FROM past_run
  WHERE series_key = $1 AND (recorded_at = $2 OR replaced_at = $2) ORDER BY 1, 2`;
export const COUNT_RUNS_TOUCHED_AFTER = `SELECT
  (SELECT COUNT(*) FROM run WHERE series_key = $1 AND recorded_at > $2
  AND analyzed_at = $3 AND source = $4) +
  (SELECT COUNT(*) FROM past_run WHERE series_key = $1 AND replaced_at > $2
  AND analyzed_at = $3 AND source = $4)
  AS "count"`;
export const FIND_REPLACED_DETAIL = `SELECT detail, bands FROM past_run
  WHERE series_key = $1 AND analyzed_at = $2 AND source = $3 AND replaced_at = $4`;

export const REMOVE_PAST_RUNS = `DELETE FROM past_run
  WHERE series_key = $1 AND source = $2 AND analyzed_at < $3`;
export const LIST_RUN_LIVES = `SELECT analyzed_at AS "analyzedAt", source, first_index AS "firstIndex",
  last_index AS "lastIndex", recorded_at AS "recordedAt", NULL AS "replacedAt" FROM run
  WHERE series_key = $1
  UNION ALL SELECT analyzed_at, source, first_index, last_index, recorded_at, replaced_at FROM past_run
  WHERE series_key = $1`;
export const LIST_PAST_STATES = `SELECT replaced_at AS "replacedAt" FROM past_series
  WHERE series_key = $1`;
export const LIST_CHANGE_TIMES = `SELECT replaced_at AS at FROM past_series
  WHERE series_key = $1 AND replaced_at <= $2 ORDER BY replaced_at DESC LIMIT $3`;
export const FIND_CREATION_TIME = `SELECT created_at AS at FROM series
  WHERE series_key = $1 AND created_at <= $2`;
export const CHANGE_PAST_RUNS = `UPDATE past_series SET run_first_index = $3, run_last_index = $4,
  newest_run_at = $5, newest_run_last_index = $6, version = version - $7
  WHERE series_key = $1 AND replaced_at = $2`;

/** Makes the next change of the series later than this entry's. */
export const CLOSE_INSTANT = `UPDATE series SET recorded_at = recorded_at + 1
  WHERE series_key = $1 AND recorded_at = $2`;
