// SQL texts of users, plans, credentials and the accounts' journal.

export const USER_COLUMNS = `user_id AS "id", name, password_hash AS "passwordHash",
  plan_name AS "planName", is_disabled AS "isDisabled", role, write_patterns AS "writePatterns",
  is_service AS "isService", created_at AS "createdAt"`;

export const FIND_USER = `SELECT ${USER_COLUMNS} FROM app_user WHERE folded_name = $1`;
export const LIST_USERS = `SELECT ${USER_COLUMNS} FROM app_user ORDER BY folded_name`;
// "WHERE 1 = 1" tells SQLite that ON CONFLICT does not begin a join.
export const ADD_USER = `INSERT INTO app_user
  (user_id, name, folded_name, password_hash, plan_name, is_disabled, created_at, role, write_patterns, is_service)
  SELECT COALESCE(MAX(user_id), 0) + 1, $1, $2, $3, $4, $5, $6, $7, $8, $9 FROM app_user WHERE 1 = 1
  ON CONFLICT (folded_name) DO NOTHING RETURNING ${USER_COLUMNS}`;
export const UPDATE_USER = `UPDATE app_user SET
  password_hash = CASE WHEN $2 = 1 THEN $3 ELSE password_hash END,
  plan_name = COALESCE($4, plan_name), is_disabled = COALESCE($5, is_disabled),
  role = COALESCE($6, role), write_patterns = COALESCE($7, write_patterns)
  WHERE folded_name = $1 RETURNING ${USER_COLUMNS}`;

const PLAN_COLUMNS = `name, patterns, requests_per_minute AS "requestsPerMinute",
  points_per_answer AS "pointsPerAnswer"`;

export const FIND_PLAN = `SELECT ${PLAN_COLUMNS} FROM plan WHERE name = $1`;
export const LIST_PLANS = `SELECT ${PLAN_COLUMNS} FROM plan ORDER BY name`;
export const PUT_PLAN = `INSERT INTO plan
  (name, patterns, requests_per_minute, points_per_answer) VALUES ($1, $2, $3, $4)
  ON CONFLICT (name) DO UPDATE SET patterns = excluded.patterns,
  requests_per_minute = excluded.requests_per_minute,
  points_per_answer = excluded.points_per_answer`;

export const ADD_CREDENTIAL = `INSERT INTO credential
  (hash, user_id, kind, name, created_at, expires_at, last_used_at, address, agent, patterns)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`;
export const FIND_GRANT = `SELECT
  c.hash, c.user_id AS "userId", c.kind, c.name AS "keyName", c.created_at AS "madeAt",
  c.expires_at AS "expiresAt", c.last_used_at AS "lastUsedAt", c.address, c.agent, c.patterns AS "keyPatterns",
  u.name AS "userName", u.password_hash AS "passwordHash", u.is_disabled AS "isDisabled", u.role,
  u.write_patterns AS "writePatterns", u.is_service AS "isService", u.created_at AS "createdAt", p.name AS "planName", p.patterns,
  p.requests_per_minute AS "requestsPerMinute", p.points_per_answer AS "pointsPerAnswer"
  FROM credential c JOIN app_user u ON u.user_id = c.user_id JOIN plan p ON p.name = u.plan_name
  WHERE c.hash = $1`;
const CREDENTIAL_COLUMNS = `hash, user_id AS "userId", kind, name, created_at AS "createdAt",
  expires_at AS "expiresAt", last_used_at AS "lastUsedAt", address, agent, patterns AS "keyPatterns"`;
const IS_KEY = `kind IN ('key', 'writer', 'auditor', 'operator')`;
export const LIST_KEYS = `SELECT ${CREDENTIAL_COLUMNS} FROM credential
  WHERE user_id = $1 AND ${IS_KEY} ORDER BY name`;
export const LIST_SESSIONS = `SELECT ${CREDENTIAL_COLUMNS} FROM credential
  WHERE user_id = $1 AND kind = 'session' ORDER BY last_used_at DESC, hash`;
export const RENEW_SESSION = `UPDATE credential SET last_used_at = $2, address = $3, expires_at = $4
  WHERE hash = $1 AND kind = 'session'`;
// After the clock was set back, a use from far ahead is replaced as well.
export const NOTE_KEY_USE = `UPDATE credential SET last_used_at = $2
  WHERE hash = $1 AND ${IS_KEY}
  AND (last_used_at IS NULL OR last_used_at <= $3 OR last_used_at >= $4)`;
export const REMOVE_CREDENTIAL = 'DELETE FROM credential WHERE hash = $1';
export const REMOVE_KEY = `DELETE FROM credential
  WHERE user_id = $1 AND name = $2 AND ${IS_KEY}`;
export const REMOVE_TOKENS = `DELETE FROM credential
  WHERE user_id = $1 AND kind IN ('token', 'session', 'provider')`;
export const REMOVE_EXPIRED = `DELETE FROM credential
  WHERE expires_at <= $1 AND (kind <> 'session' OR expires_at <= $2)`;
export const REMOVE_EXPIRED_LINKS = 'DELETE FROM question_link WHERE expires_at <= $1';

export const ADD_ACCOUNT_ENTRY = `INSERT INTO account_journal
  (entry_id, recorded_at, actor, kind, name, detail)
  SELECT COALESCE(MAX(entry_id), 0) + 1, $1, $2, $3, $4, $5 FROM account_journal`;
const ENTRY_COLUMNS = 'entry_id AS "id", recorded_at AS "recordedAt", actor, kind, name, detail';
export const LIST_ACCOUNT_ENTRIES = `SELECT ${ENTRY_COLUMNS} FROM account_journal
  WHERE entry_id < $1 ORDER BY entry_id DESC LIMIT $2`;
export const FIND_LAST_ENTRY = `SELECT ${ENTRY_COLUMNS} FROM account_journal
  WHERE kind = $1 AND name = $2 ORDER BY entry_id DESC LIMIT 1`;
