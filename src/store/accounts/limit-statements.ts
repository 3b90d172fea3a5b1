// SQL texts of the limits that processes on one store share: request windows, failed sign-ins, codes.

/** A process takes at most a sixteenth of what is left of a window ahead, so other processes get some. */
export const SHARES = 16;

// The cast makes this an integer division: SQLite gets every number as a double.
const SHARE = `CAST($3 - w.taken AS BIGINT) / ${SHARES}`;
/**
 * $1 window key, $2 now, $3 limit, $4 needed, $5 most, $6 granted by a new window. Windows that opened at
 * or before $7 are over. Windows that opened after $8 come from a clock that was set back, and open now.
 */
const GRANTED = `CASE WHEN w.opened_at <= $7 THEN $6
  WHEN w.taken >= $3 THEN 0
  WHEN w.taken + $4 >= $3 THEN $3 - w.taken
  WHEN ${SHARE} <= $4 THEN $4
  WHEN ${SHARE} >= $5 THEN $5
  ELSE ${SHARE} END`;
export const TAKE_REQUESTS = `INSERT INTO rate_window AS w (window_key, opened_at, taken, granted)
  VALUES ($1, $2, $6, $6)
  ON CONFLICT (window_key) DO UPDATE SET
  opened_at = CASE WHEN w.opened_at <= $7 OR w.opened_at > $8 THEN $2 ELSE w.opened_at END,
  taken = CASE WHEN w.opened_at <= $7 THEN 0 ELSE w.taken END + ${GRANTED},
  granted = ${GRANTED}
  RETURNING opened_at AS "openedAt", taken, granted`;
export const READ_WINDOW = `SELECT opened_at AS "openedAt", taken FROM rate_window
  WHERE window_key = $1`;
export const FORGET_WINDOWS = 'DELETE FROM rate_window WHERE opened_at < $1 OR opened_at > $2';

export const ADD_REQUEST_COUNT = `INSERT INTO request_day AS r (user_id, day, requests, last_at)
  VALUES ($1, $2, $3, $4) ON CONFLICT (user_id, day) DO UPDATE SET
  requests = r.requests + excluded.requests,
  last_at = CASE WHEN excluded.last_at > r.last_at THEN excluded.last_at ELSE r.last_at END`;
export const FORGET_REQUEST_COUNTS = 'DELETE FROM request_day WHERE day < $1';
/**
 * $1 is today. A token is known from its sign-in only, as is a session that ended: its last use is its end, which
 * may be long after it.
 */
export const LIST_USE = `SELECT user_id AS "userId", MAX(seen_at) AS "lastSeenAt",
  CAST(SUM(today) AS BIGINT) AS "requestsToday", CAST(SUM(earlier) AS BIGINT) AS "requestsBefore"
  FROM (SELECT user_id, last_at AS seen_at,
    CASE WHEN day = $1 THEN requests ELSE 0 END AS today,
    CASE WHEN day < $1 AND day >= $1 - 7 THEN requests ELSE 0 END AS earlier FROM request_day
  UNION ALL SELECT user_id, CASE WHEN kind = 'token' OR kind LIKE 'ended %' THEN created_at
    ELSE last_used_at END, 0, 0 FROM credential) AS uses GROUP BY user_id ORDER BY user_id`;

export const READ_FAILURES =
  'SELECT failed_at AS "failedAt" FROM sign_in_failure WHERE failure_key = $1';
export const REPLACE_FAILURES = `INSERT INTO sign_in_failure AS f
  (failure_key, kind, failed_at, last_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (failure_key) DO UPDATE SET failed_at = excluded.failed_at,
  last_at = excluded.last_at WHERE f.failed_at = $5`;
export const FORGET_FAILURES_BEFORE = `DELETE FROM sign_in_failure WHERE kind = $1 AND last_at <
  COALESCE((SELECT CASE WHEN last_at > $2 THEN last_at ELSE $2 END FROM sign_in_failure
  WHERE kind = $1 ORDER BY last_at DESC LIMIT 1 OFFSET $3), $2)`;
export const FORGET_FAILURES_AFTER = 'DELETE FROM sign_in_failure WHERE kind = $1 AND last_at > $2';
export const REMOVE_FAILURES = `DELETE FROM sign_in_failure
  WHERE kind = $1 AND substr(failure_key, 1, length($2)) = $2`;

export const ADD_CODE =
  'INSERT INTO sign_in_code (code_hash, user_name, made_at) VALUES ($1, $2, $3)';
export const TAKE_CODE = `DELETE FROM sign_in_code WHERE code_hash = $1
  RETURNING user_name AS "userName", made_at AS "madeAt"`;
export const FORGET_CODES = `DELETE FROM sign_in_code WHERE made_at < $1 OR made_at > $2
  OR made_at < (SELECT made_at FROM sign_in_code ORDER BY made_at DESC LIMIT 1 OFFSET $3)`;
