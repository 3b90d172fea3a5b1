// SQL texts of links that answer one question each.

const LINK_COLUMNS = `l.hash, l.user_id AS "userId", l.name, l.path, l.query,
  l.created_at AS "createdAt", l.expires_at AS "expiresAt", l.last_used_at AS "lastUsedAt"`;

export const ADD_LINK = `INSERT INTO question_link
  (hash, user_id, name, path, query, created_at, expires_at, last_used_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`;
export const FIND_LINK = `SELECT ${LINK_COLUMNS}, u.name AS "userName",
  u.password_hash AS "passwordHash", u.is_disabled AS "isDisabled", u.role,
  u.write_patterns AS "writePatterns", u.is_service AS "isService", u.created_at AS "userCreatedAt", p.name AS "planName", p.patterns,
  p.requests_per_minute AS "requestsPerMinute", p.points_per_answer AS "pointsPerAnswer"
  FROM question_link l JOIN app_user u ON u.user_id = l.user_id JOIN plan p ON p.name = u.plan_name
  WHERE l.hash = $1`;
export const LIST_LINKS = `SELECT ${LINK_COLUMNS} FROM question_link l
  WHERE l.user_id = $1 ORDER BY l.created_at DESC, l.hash`;
export const REMOVE_LINK = 'DELETE FROM question_link WHERE hash = $1';
// After the clock was set back, a use from far ahead is replaced as well.
export const NOTE_LINK_USE = `UPDATE question_link SET last_used_at = $2 WHERE hash = $1
  AND (last_used_at IS NULL OR last_used_at <= $3 OR last_used_at >= $4)`;
