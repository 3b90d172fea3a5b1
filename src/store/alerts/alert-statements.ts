// SQL texts of alerts. Nothing is joined with the table of series, which is elsewhere on a cluster.

const RULE = `rule_id AS "id", owner, name, condition_text AS "condition", wait_ms AS "waitMs", emails,
  created_at AS "createdAt"`;
const CHANGE = `change_id AS "id", rule_id AS "ruleId", series_key AS "key", code, changed_at AS "at",
  change_kind AS "kind", first_index AS "firstIndex", last_index AS "lastIndex", detail,
  event_id AS "eventId", mail_at AS "mailAt", mail_tries AS "mailTries", mail_note AS "mailNote"`;
const STATE = 'rule_id AS "ruleId", series_key AS "key", code, state, since, told';
const SILENCE = 'rule_id AS "ruleId", code, until_at AS "until", actor';

export const LIST_RULES = `SELECT ${RULE} FROM alert_rule
  ORDER BY CASE WHEN owner IS NULL THEN 0 ELSE 1 END, owner, folded_name`;
export const FIND_RULE = `SELECT ${RULE} FROM alert_rule WHERE rule_id = $1`;
/** `owner = $2` alone would not find the rules without an owner. */
export const FIND_NAMED = `SELECT rule_id AS "id" FROM alert_rule WHERE folded_name = $1
  AND COALESCE(owner, '') = $2`;
export const ADD_RULE = `INSERT INTO alert_rule
  (rule_id, owner, name, folded_name, condition_text, wait_ms, emails, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;
export const REMOVE_RULE = [
  'DELETE FROM alert_state WHERE rule_id = $1',
  'DELETE FROM alert_change WHERE rule_id = $1',
  'DELETE FROM alert_silence WHERE rule_id = $1',
  'DELETE FROM alert_rule WHERE rule_id = $1',
] as const;

export const LIST_STATES = `SELECT ${STATE} FROM alert_state ORDER BY rule_id, code`;
export const LIST_STATES_OF = `SELECT ${STATE} FROM alert_state WHERE rule_id = $1 ORDER BY code`;
export const FIND_STATE = `SELECT ${STATE} FROM alert_state WHERE rule_id = $1 AND series_key = $2`;
export const PUT_STATE = `INSERT INTO alert_state (rule_id, series_key, code, state, since, told)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (rule_id, series_key)
  DO UPDATE SET code = excluded.code, state = excluded.state, since = excluded.since,
  told = excluded.told`;

export const LIST_SILENCES = `SELECT ${SILENCE} FROM alert_silence ORDER BY rule_id, code`;
export const LIST_SILENCES_OF = `SELECT ${SILENCE} FROM alert_silence WHERE rule_id = $1
  ORDER BY code`;
export const PUT_SILENCE = `INSERT INTO alert_silence (rule_id, code, until_at, actor)
  VALUES ($1, $2, $3, $4) ON CONFLICT (rule_id, code)
  DO UPDATE SET until_at = excluded.until_at, actor = excluded.actor`;
export const REMOVE_SILENCE = 'DELETE FROM alert_silence WHERE rule_id = $1 AND code = $2';

/** Numbered by the statement itself: the writers of a store wait for each other. */
export const ADD_CHANGE = `INSERT INTO alert_change (change_id, rule_id, series_key, code, changed_at,
  change_kind, first_index, last_index, detail, event_id, mail_at, mail_tries)
  VALUES ((SELECT COALESCE(MAX(change_id), 0) + 1 FROM alert_change),
  $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0)`;
export const LIST_CHANGES = `SELECT ${CHANGE} FROM alert_change
  WHERE rule_id = $1 AND change_id < $2 ORDER BY change_id DESC LIMIT $3`;
/** Tells the last change after a silence. */
export const TELL_CHANGE = `UPDATE alert_change SET event_id = $3, mail_at = $4
  WHERE change_id = (SELECT MAX(change_id) FROM alert_change WHERE rule_id = $1 AND series_key = $2)`;
export const LIST_MAILS = `SELECT ${CHANGE} FROM alert_change WHERE mail_at IS NOT NULL
  ORDER BY change_id LIMIT $1`;
export const NOTE_MAIL = `UPDATE alert_change SET mail_at = $2, mail_tries = $3, mail_note = $4
  WHERE change_id = $1`;

export const ADD_ALERT_EVENT = `INSERT INTO event (event_id, type, series_key, code, resolution, area,
  category, first_index, last_index, points, recorded_at, rule, rule_owner)
  VALUES ((SELECT COALESCE(MAX(event_id), 0) + 1 FROM event),
  $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;
export const NEWEST_EVENT = 'SELECT MAX(event_id) AS "id" FROM event';
