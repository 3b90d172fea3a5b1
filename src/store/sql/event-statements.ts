// SQL texts of the log of changes.

const COLUMNS = `type, series_key, code, resolution, area, category, first_index, last_index, points,
  analyzed_at, source, recorded_at, entry_id`;

/** Each row is numbered by the statement itself: the writers of a store wait for each other. */
export const ADD_EVENT = `INSERT INTO event (event_id, ${COLUMNS})
  VALUES ((SELECT COALESCE(MAX(event_id), 0) + 1 FROM event),
  $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;
export const LIST_EVENTS = `SELECT event_id AS "id", type, series_key AS "key", code, resolution,
  area, category, first_index AS "firstIndex", last_index AS "lastIndex", points,
  analyzed_at AS "analyzedAt", source, recorded_at AS "recordedAt", entry_id AS "entryId",
  rule, rule_owner AS "ruleOwner"
  FROM event WHERE event_id > $1 ORDER BY event_id LIMIT $2`;
export const EVENT_RANGE = `SELECT COALESCE((SELECT MIN(event_id) FROM event), 0) AS "oldest",
  COALESCE((SELECT MAX(event_id) FROM event), 0) AS "newest"`;
/** Removes from the beginning only, so that no event is missing between two others. */
export const FORGET_EVENTS = `DELETE FROM event WHERE event_id < COALESCE(
  (SELECT MIN(event_id) FROM event WHERE recorded_at >= $1), (SELECT MAX(event_id) FROM event))`;
