-- group: series
-- Several sources may each have a run of one time: the source is part of a run's key. SQLite cannot change
-- a primary key, so that the tables are made anew. 011-run-source.postgres.sql does the same in place.

-- JSON array of names: the first is preferred between runs of one time. Null: by name, Gridtide's own last.
ALTER TABLE series ADD COLUMN source_order TEXT;
ALTER TABLE past_series ADD COLUMN source_order TEXT;  -- one of the texts: null unless one of them changed

ALTER TABLE run RENAME TO old_run;
ALTER TABLE run_detail RENAME TO old_run_detail;
ALTER TABLE run_band RENAME TO old_run_band;
ALTER TABLE past_run RENAME TO old_past_run;

-- The bytes come last: a list of runs reads the other columns only.
CREATE TABLE run (
  series_key INTEGER NOT NULL,
  analyzed_at BIGINT NOT NULL,              -- instant the model ran
  source TEXT NOT NULL,                     -- name of the model or file
  first_index INTEGER NOT NULL,
  last_index INTEGER NOT NULL,
  updated_at BIGINT NOT NULL,               -- instant of the last change of the values
  recorded_at BIGINT,                       -- instant the run was stored as it is
  checksum BIGINT,                          -- CRC-32 of the bytes
  bytes BLOB NOT NULL,                      -- the values from first_index to last_index
  PRIMARY KEY (series_key, analyzed_at, source)
);
INSERT INTO run (series_key, analyzed_at, source, first_index, last_index, updated_at, recorded_at,
  checksum, bytes) SELECT series_key, analyzed_at, source, first_index, last_index, updated_at,
  recorded_at, checksum, bytes FROM old_run ORDER BY series_key, analyzed_at;

-- What is said about a run that does not exist, which is damage, keeps its row under an empty name.
CREATE TABLE run_detail (
  series_key INTEGER NOT NULL,
  analyzed_at BIGINT NOT NULL,
  source TEXT NOT NULL,
  detail TEXT NOT NULL,                     -- JSON: RunDetail of src/store/series-store.ts
  PRIMARY KEY (series_key, analyzed_at, source)
);
INSERT INTO run_detail (series_key, analyzed_at, source, detail)
  SELECT d.series_key, d.analyzed_at, COALESCE(r.source, ''), d.detail FROM old_run_detail d
  LEFT JOIN old_run r ON r.series_key = d.series_key AND r.analyzed_at = d.analyzed_at;

CREATE TABLE run_band (
  series_key INTEGER NOT NULL,
  analyzed_at BIGINT NOT NULL,
  source TEXT NOT NULL,
  level INTEGER NOT NULL,                   -- percent: 80, 90
  lower_checksum BIGINT,
  upper_checksum BIGINT,
  lower BLOB NOT NULL,                      -- like the bytes of a run
  upper BLOB NOT NULL,
  PRIMARY KEY (series_key, analyzed_at, source, level)
);
INSERT INTO run_band (series_key, analyzed_at, source, level, lower_checksum, upper_checksum, lower,
  upper) SELECT b.series_key, b.analyzed_at, COALESCE(r.source, ''), b.level, b.lower_checksum,
  b.upper_checksum, b.lower, b.upper FROM old_run_band b
  LEFT JOIN old_run r ON r.series_key = b.series_key AND r.analyzed_at = b.analyzed_at;

CREATE TABLE past_run (
  series_key INTEGER NOT NULL,
  analyzed_at BIGINT NOT NULL,
  source TEXT NOT NULL,
  replaced_at BIGINT NOT NULL,
  first_index INTEGER NOT NULL,
  last_index INTEGER NOT NULL,
  updated_at BIGINT NOT NULL,
  recorded_at BIGINT,
  checksum BIGINT,                          -- of bytes; each of the bands has its own in the JSON
  bytes BLOB NOT NULL,
  detail TEXT,                              -- like run_detail.detail; null: nothing was said
  bands TEXT,                               -- JSON: level, lower, upper in base64, checksums; null: none
  PRIMARY KEY (series_key, analyzed_at, source, replaced_at)
);
INSERT INTO past_run (series_key, analyzed_at, source, replaced_at, first_index, last_index,
  updated_at, recorded_at, checksum, bytes, detail, bands) SELECT series_key, analyzed_at, source,
  replaced_at, first_index, last_index, updated_at, recorded_at, checksum, bytes, detail, bands
  FROM old_past_run;

DROP TABLE old_run;
DROP TABLE old_run_detail;
DROP TABLE old_run_band;
DROP TABLE old_past_run;
