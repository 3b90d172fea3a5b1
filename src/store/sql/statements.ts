// SQL texts of series, their history, the journal, rules, jobs and settings: the same for each engine.
// Aliases are the names of the interface's fields, quoted because PostgreSQL folds the case of others.

export const SERIES_COLUMNS = `series_key AS "key", code, description, unit, resolution, area,
  category, first_index AS "firstIndex", last_index AS "lastIndex",
  run_first_index AS "runFirstIndex", run_last_index AS "runLastIndex",
  newest_run_at AS "newestRunAt", newest_run_last_index AS "newestRunLastIndex",
  updated_at AS "updatedAt", version`;

export const FIND_SERIES = `SELECT ${SERIES_COLUMNS} FROM series WHERE code = $1`;
export const FIND_SERIES_BY_KEY = `SELECT ${SERIES_COLUMNS} FROM series WHERE series_key = $1`;
export const FIND_CODE = 'SELECT code FROM series WHERE series_key = $1';
export const FIND_VERSION = 'SELECT version FROM series WHERE series_key = $1';
export const FIND_SERIES_ROW = `SELECT ${SERIES_COLUMNS}, created_at AS "createdAt",
  recorded_at AS "recordedAt", source_order AS "sourceOrder" FROM series WHERE series_key = $1`;
export const FIND_SOURCE_ORDER = `SELECT source_order AS "sourceOrder" FROM series
  WHERE series_key = $1`;
export const FIND_RESOLUTION = 'SELECT resolution FROM series WHERE series_key = $1';

export const LIST_REACHES = `SELECT code, series_key, resolution, area, first_index, last_index, updated_at
  FROM series WHERE code > $1 ORDER BY code LIMIT $2`;
export const LIST_EXPECTATIONS = `SELECT pattern, source, expect, since FROM expectation
  ORDER BY pattern, source`;
export const LIST_FORECAST_TARGETS = `SELECT name, code AS "series", drivers, hours, kind, area,
  formula, unit, created_at AS "createdAt" FROM forecast_target ORDER BY name`;

export const READ_CATALOG = 'SELECT version, updated_at AS "updatedAt" FROM catalog';
export const CHANGE_CATALOG = `INSERT INTO catalog (catalog_key, version, updated_at)
  VALUES (1, $2, $1) ON CONFLICT (catalog_key) DO UPDATE SET
  version = catalog.version + excluded.version,
  updated_at = COALESCE(excluded.updated_at, catalog.updated_at)`;

export const NEXT_SERIES_KEY = 'SELECT COALESCE(MAX(series_key), 0) + 1 AS "key" FROM series';
export const ADD_SERIES = `INSERT INTO series
  (series_key, code, description, unit, resolution, area, category, search_text, created_at,
  recorded_at, version) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, 1)`;
export const CHANGE_SERIES = `UPDATE series SET description = $2, unit = $3, area = $4,
  category = $5, source_order = $6, search_text = $7, newest_run_last_index = $8,
  recorded_at = COALESCE($9, recorded_at), version = version + 1 WHERE series_key = $1`;

export const CHANGE_OBSERVED = `UPDATE series SET first_index = $2, last_index = $3,
  updated_at = $4, recorded_at = $5, version = version + 1 WHERE series_key = $1`;
export const CHANGE_RUNS = `UPDATE series SET run_first_index = $2, run_last_index = $3,
  newest_run_at = $4, newest_run_last_index = $5, updated_at = $6, recorded_at = $7,
  version = version + 1 WHERE series_key = $1`;

const PAST_STATE = `first_index, last_index, run_first_index, run_last_index, newest_run_at,
  newest_run_last_index, updated_at, version`;
const PAST_VALUES = '$1, $2, $3, $4, $5, $6, $7, $8, $9, $10';
export const KEEP_PAST_STATE = `INSERT INTO past_series (series_key, replaced_at, ${PAST_STATE})
  VALUES (${PAST_VALUES}) ON CONFLICT (series_key, replaced_at) DO NOTHING`;
export const KEEP_PAST_TEXTS = `INSERT INTO past_series (series_key, replaced_at, ${PAST_STATE},
  description, unit, area, category, source_order)
  VALUES (${PAST_VALUES}, $11, $12, $13, $14, $15)
  ON CONFLICT (series_key, replaced_at) DO UPDATE SET
  unit = COALESCE(past_series.unit, excluded.unit),
  area = CASE WHEN past_series.description IS NULL THEN excluded.area ELSE past_series.area END,
  category = CASE WHEN past_series.description IS NULL THEN excluded.category
  ELSE past_series.category END,
  source_order = CASE WHEN past_series.description IS NULL THEN excluded.source_order
  ELSE past_series.source_order END,
  description = COALESCE(past_series.description, excluded.description)`;
export const FIND_PAST_STATE = `SELECT first_index AS "firstIndex", last_index AS "lastIndex",
  run_first_index AS "runFirstIndex", run_last_index AS "runLastIndex",
  newest_run_at AS "newestRunAt", newest_run_last_index AS "newestRunLastIndex",
  updated_at AS "updatedAt", version FROM past_series
  WHERE series_key = $1 AND replaced_at > $2 ORDER BY replaced_at LIMIT 1`;
const TEXTS = 'description, unit, area, category, source_order AS "sourceOrder"';
export const FIND_PAST_TEXTS = `SELECT ${TEXTS} FROM past_series
  WHERE series_key = $1 AND replaced_at > $2 AND description IS NOT NULL
  ORDER BY replaced_at LIMIT 1`;
export const PAST_TEXTS_AT = `SELECT ${TEXTS} FROM past_series
  WHERE series_key = $1 AND replaced_at = $2 AND description IS NOT NULL`;
export const FIND_CREATED = `SELECT ${SERIES_COLUMNS}, created_at AS "createdAt" FROM series
  WHERE code = $1`;

export const READ_CHANGES_AT = `SELECT chunk, last_chunk, bytes, checksum FROM point_change
  WHERE series_key = $1 AND recorded_at = $2 AND chunk <= $3 AND last_chunk >= $4 ORDER BY chunk`;
export const ALL_CHANGES_AT = `SELECT chunk, last_chunk, bytes, checksum FROM point_change
  WHERE series_key = $1 AND recorded_at = $2 ORDER BY chunk`;
export const READ_CHANGES_AFTER = `SELECT chunk, last_chunk, bytes, checksum FROM point_change
  WHERE series_key = $1 AND recorded_at > $2 AND chunk <= $3 AND last_chunk >= $4
  ORDER BY recorded_at DESC`;
export const READ_CHANGES = `SELECT chunk, last_chunk, bytes, checksum, recorded_at FROM point_change
  WHERE series_key = $1 AND recorded_at <= $2 AND chunk <= $3 AND last_chunk >= $4
  ORDER BY recorded_at DESC`;
export const CHANGED_CHUNKS = `SELECT MIN(chunk) AS "first", MAX(last_chunk) AS "last"
  FROM point_change WHERE series_key = $1 AND recorded_at > $2`;
export const PUT_CHANGE = `INSERT INTO point_change
  (series_key, recorded_at, chunk, last_chunk, bytes, checksum) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (series_key, recorded_at, chunk) DO UPDATE SET last_chunk = excluded.last_chunk,
  bytes = excluded.bytes, checksum = excluded.checksum`;

export const READ_MODEL_MEMORY =
  'SELECT content FROM model_memory WHERE series_key = $1 AND source = $2';
export const PUT_MODEL_MEMORY = `INSERT INTO model_memory
  (series_key, source, content, updated_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (series_key, source) DO UPDATE SET content = excluded.content,
  updated_at = excluded.updated_at`;

export const CLAIM_JOB = `INSERT INTO job (name, due_at, started_at, ended_at, state, note)
  VALUES ($1, $2, $3, NULL, 'running', NULL)
  ON CONFLICT (name, due_at) DO UPDATE SET started_at = excluded.started_at, ended_at = NULL,
  state = 'running', note = NULL
  WHERE job.state = 'failed' OR (job.state = 'running' AND job.started_at < $4)`;
export const END_JOB = `UPDATE job SET ended_at = $3, state = $4, note = $5
  WHERE name = $1 AND due_at = $2 AND state = 'running'`;
export const LIST_JOBS = `SELECT name, due_at AS "dueAt", started_at AS "startedAt",
  ended_at AS "endedAt", state, note FROM job WHERE name = $1 ORDER BY due_at DESC LIMIT $2`;

export const NEXT_ENTRY = 'SELECT COALESCE(MAX(entry_id), 0) + 1 AS "id" FROM journal';
export const ADD_ENTRY = `INSERT INTO journal (entry_id, recorded_at, kind, actor, name, undoes,
  series_count, points_added, points_changed, points_same, points_held, runs_added, runs_changed,
  runs_same) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;
export const ADD_ENTRY_SERIES = `INSERT INTO journal_series (entry_id, series_key, recorded_at)
  VALUES ($1, $2, $3)`;
export const ENTRY_COLUMNS = `j.entry_id AS "id", j.recorded_at AS "recordedAt", j.kind, j.actor,
  j.name, j.undoes, (SELECT MAX(u.entry_id) FROM journal u WHERE u.undoes = j.entry_id)
  AS "undoneBy", j.series_count AS "seriesCount", j.points_added AS "pointsAdded",
  j.points_changed AS "pointsChanged", j.points_same AS "pointsSame",
  j.points_held AS "pointsHeld", j.runs_added AS "runsAdded", j.runs_changed AS "runsChanged",
  j.runs_same AS "runsSame"`;
export const FIND_ENTRY = `SELECT ${ENTRY_COLUMNS} FROM journal j WHERE j.entry_id = $1`;
export const LIST_ENTRIES = `SELECT ${ENTRY_COLUMNS} FROM journal j WHERE j.entry_id < $1
  ORDER BY j.entry_id DESC LIMIT $2`;
export const LIST_ENTRIES_OF_KIND = `SELECT ${ENTRY_COLUMNS} FROM journal j
  WHERE j.entry_id < $1 AND j.kind = $3 ORDER BY j.entry_id DESC LIMIT $2`;
export const NEWEST_ENTRY = 'SELECT MAX(entry_id) AS newest FROM journal';
export const LAST_IMPORT = `SELECT MAX(recorded_at) AS at FROM journal
  WHERE entry_id > $1 AND entry_id <= $2 AND kind = 'import'`;
export const SERIES_OF_ENTRY = `SELECT series_key AS "key", recorded_at AS "recordedAt"
  FROM journal_series WHERE entry_id = $1 ORDER BY series_key`;

export const COMPACT_CHANGES = 'DELETE FROM point_change WHERE recorded_at <= $1';
export const COMPACT_STATES = 'DELETE FROM past_series WHERE replaced_at <= $1';
export const COMPACT_RUNS = 'DELETE FROM past_run WHERE replaced_at <= $1';
export const COMPACT_ENTRIES = 'DELETE FROM journal_series WHERE recorded_at <= $1';

export const FIND_RULE = `SELECT lowest, highest, largest_step AS "largestStep" FROM value_rule
  WHERE series_key = $1`;
export const PUT_RULE = `INSERT INTO value_rule (series_key, lowest, highest, largest_step)
  VALUES ($1, $2, $3, $4) ON CONFLICT (series_key) DO UPDATE SET lowest = excluded.lowest,
  highest = excluded.highest, largest_step = excluded.largest_step`;
export const REMOVE_RULE = 'DELETE FROM value_rule WHERE series_key = $1';
export const HOLD_VALUE = `INSERT INTO held_value
  (series_key, point_index, value, reason, held_at, entry_id) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (series_key, point_index) DO UPDATE SET value = excluded.value,
  reason = excluded.reason, held_at = excluded.held_at, entry_id = excluded.entry_id`;
const HELD_COLUMNS = `h.series_key AS "key", s.code, h.point_index AS "index", h.value, h.reason,
  h.held_at AS "heldAt", h.entry_id AS "entryId"
  FROM held_value h JOIN series s ON s.series_key = h.series_key`;
export const LIST_HELD = `SELECT ${HELD_COLUMNS} ORDER BY h.series_key, h.point_index LIMIT $1`;
export const LIST_HELD_OF = `SELECT ${HELD_COLUMNS} WHERE h.series_key = $2
  ORDER BY h.point_index LIMIT $1`;
export const COUNT_HELD = 'SELECT CAST(COUNT(*) AS INTEGER) AS held FROM held_value';
export const FIND_HELD_VALUE = `SELECT ${HELD_COLUMNS}
  WHERE h.series_key = $1 AND h.point_index = $2`;
export const RELEASE_HELD = 'DELETE FROM held_value WHERE series_key = $1 AND point_index = $2';

const answerStatements = (table: string) => ({
  find: `SELECT digest, answer FROM ${table} WHERE key_hash = $1 AND kept_at > $2`,
  keep: `INSERT INTO ${table} (key_hash, digest, answer, kept_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (key_hash) DO UPDATE SET digest = excluded.digest, answer = excluded.answer,
  kept_at = excluded.kept_at`,
  forget: `DELETE FROM ${table} WHERE kept_at <= $1`,
});
export const SERIES_ANSWERS = answerStatements('kept_answer');
export const ACCOUNT_ANSWERS = answerStatements('account_answer');

/** PostgreSQL only. A float, because integers of 8 bytes arrive as texts. */
export const DATABASE_BYTES =
  'SELECT CAST(pg_database_size(current_database()) AS DOUBLE PRECISION) AS bytes';

export const GET_SETTING = 'SELECT value FROM setting WHERE name = $1';
export const LIST_SETTINGS = `SELECT name, value FROM setting WHERE name >= $1 AND name < $2
  ORDER BY name`;
export const ADD_SETTING = `INSERT INTO setting (name, value) VALUES ($1, $2)
  ON CONFLICT (name) DO NOTHING`;
export const PUT_SETTING = `INSERT INTO setting (name, value) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

export const MAKE_MIGRATION_TABLE = `CREATE TABLE IF NOT EXISTS applied_migration
  (number INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL)`;
export const LIST_APPLIED = 'SELECT number, name, checksum FROM applied_migration ORDER BY number';
export const ADD_APPLIED =
  'INSERT INTO applied_migration (number, name, checksum) VALUES ($1, $2, $3)';
