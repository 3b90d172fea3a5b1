-- group: series
-- What operators need: who wrote what and when, what it replaced, rules for values, and answers to
-- repeat. Types and units are those of 001-series.sql.

-- When this store learnt of something, by a clock that never goes back within a series. Null: before
-- the store kept that, which counts as known since ever.
ALTER TABLE series ADD COLUMN created_at BIGINT;
ALTER TABLE series ADD COLUMN recorded_at BIGINT;  -- instant of the last change of anything
ALTER TABLE run ADD COLUMN recorded_at BIGINT;     -- instant the run was stored as it is

-- CRC-32 of the bytes beside it; null where they were written before it was kept.
ALTER TABLE chunk ADD COLUMN checksum BIGINT;
ALTER TABLE run ADD COLUMN checksum BIGINT;

UPDATE series SET recorded_at = (SELECT MAX(c.recorded_at) FROM point_change c
  WHERE c.series_key = series.series_key);

-- What a series row was until an instant. Of several changes at one instant the first is kept: what was
-- before all of them. The four texts are null unless one of them changed then.
CREATE TABLE past_series (
  series_key INTEGER NOT NULL,
  replaced_at BIGINT NOT NULL,
  first_index INTEGER,
  last_index INTEGER,
  run_first_index INTEGER,
  run_last_index INTEGER,
  newest_run_at BIGINT,
  newest_run_last_index INTEGER,
  updated_at BIGINT,
  version BIGINT NOT NULL,
  description TEXT,                         -- null: the texts did not change
  unit TEXT,
  area TEXT,
  category TEXT,
  PRIMARY KEY (series_key, replaced_at)
);

-- Runs that were replaced or taken back.
CREATE TABLE past_run (
  series_key INTEGER NOT NULL,
  analyzed_at BIGINT NOT NULL,
  replaced_at BIGINT NOT NULL,
  recorded_at BIGINT,
  first_index INTEGER NOT NULL,
  last_index INTEGER NOT NULL,
  updated_at BIGINT NOT NULL,
  source TEXT NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (series_key, analyzed_at, replaced_at)
);

-- Who wrote what: one row a write, added in the same transaction and never changed.
CREATE TABLE journal (
  entry_id INTEGER NOT NULL PRIMARY KEY,    -- given by the writer: the largest so far, plus one
  recorded_at BIGINT NOT NULL,              -- instant
  kind TEXT NOT NULL,                       -- import, runs, values, define, collect, undo …
  actor TEXT NOT NULL,                      -- a user's name, or who it was on this machine
  name TEXT NOT NULL,                       -- file, source, or what else it was about
  undoes INTEGER,                           -- the entry that this one took back
  series_count INTEGER NOT NULL,            -- series that anything changed of
  points_added BIGINT NOT NULL,
  points_changed BIGINT NOT NULL,
  points_same BIGINT NOT NULL,
  points_held BIGINT NOT NULL,              -- put aside for review
  runs_added BIGINT NOT NULL,
  runs_changed BIGINT NOT NULL,
  runs_same BIGINT NOT NULL
);

CREATE INDEX journal_by_undoes ON journal (undoes);

-- Under which instant an entry's changes of a series are recorded: no two entries share one.
CREATE TABLE journal_series (
  entry_id INTEGER NOT NULL,
  series_key INTEGER NOT NULL,
  recorded_at BIGINT NOT NULL,
  PRIMARY KEY (entry_id, series_key)
);

-- What values of a series are believed without a look; null: any.
CREATE TABLE value_rule (
  series_key INTEGER NOT NULL PRIMARY KEY,
  lowest DOUBLE PRECISION,
  highest DOUBLE PRECISION,
  largest_step DOUBLE PRECISION             -- from one value to the next
);

-- Values that a rule kept out, waiting for somebody to look at them.
CREATE TABLE held_value (
  series_key INTEGER NOT NULL,
  point_index INTEGER NOT NULL,
  value DOUBLE PRECISION NOT NULL,
  reason TEXT NOT NULL,                     -- a sentence
  held_at BIGINT NOT NULL,                  -- instant
  entry_id INTEGER,                         -- the entry that brought it
  PRIMARY KEY (series_key, point_index)
);

-- Answers to requests with an Idempotency-Key, to be given again.
CREATE TABLE kept_answer (
  key_hash TEXT NOT NULL PRIMARY KEY,       -- of the caller's key and the caller
  digest TEXT NOT NULL,                     -- of what was asked
  answer BLOB NOT NULL,                     -- encrypted: only whoever has the key can read it
  kept_at BIGINT NOT NULL                   -- instant
);

CREATE INDEX kept_answer_by_time ON kept_answer (kept_at);
