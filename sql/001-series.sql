-- group: series
-- What is stored of time series. One text for SQLite and PostgreSQL, where the migrate step writes
-- BYTEA for BLOB and TEXT COLLATE "C" for TEXT, because codes are ordered and searched by bytes.
-- Instants are milliseconds since 1970-01-01T00:00Z. Indices count intervals of a series' own grid
-- from the one that contains 1970-01-01. "First" and "last" are inclusive. Chunks and runs are keyed
-- by series first, so that they can be sharded by series.

-- One row a series.
CREATE TABLE series (
  series_key INTEGER NOT NULL PRIMARY KEY,  -- given by the writer: the largest so far, plus one
  code TEXT NOT NULL UNIQUE,                -- lower-case
  description TEXT NOT NULL,
  unit TEXT NOT NULL,                       -- of the values, e.g. EUR/MWh
  resolution TEXT NOT NULL,                 -- quarterhour … year; never changes
  area TEXT,                                -- DE, NO1 …, or null
  category TEXT,                            -- hrprice …, or null
  search_text TEXT NOT NULL,                -- code, line break, description: all in lower case
  first_index INTEGER,                      -- first observed value; null where there is none
  last_index INTEGER,                       -- last observed value
  run_first_index INTEGER,                  -- smallest first index of all runs; null without a run
  run_last_index INTEGER,                   -- largest last index of all runs
  newest_run_at BIGINT,                     -- instant: the largest analyzed_at
  newest_run_last_index INTEGER,            -- last index of that run
  updated_at BIGINT,                        -- instant of the last change of a value or run
  version BIGINT NOT NULL                   -- 1, and one more with every change
);

CREATE INDEX series_by_unit ON series (unit);

-- One row: what lists of series are validated by, so that no list has to be read to see a change.
CREATE TABLE catalog (
  catalog_key SMALLINT NOT NULL PRIMARY KEY,  -- 1
  version BIGINT NOT NULL,                    -- one more with every change of any series
  updated_at BIGINT                           -- instant of the last change of any value or run
);

-- Observed values: one row holds hundreds of points (src/store/codec/chunk-size.ts) as bytes
-- (src/store/codec/chunk-format.ts). A chunk of gaps only has no row.
CREATE TABLE chunk (
  series_key INTEGER NOT NULL,
  chunk INTEGER NOT NULL,                   -- index of its first point / points per chunk
  bytes BLOB NOT NULL,
  PRIMARY KEY (series_key, chunk)
);

-- Forecast runs: one row a series and run. The first and the last value are no gaps.
CREATE TABLE run (
  series_key INTEGER NOT NULL,
  analyzed_at BIGINT NOT NULL,              -- instant the model ran
  first_index INTEGER NOT NULL,
  last_index INTEGER NOT NULL,
  updated_at BIGINT NOT NULL,               -- instant of the last change of the values
  source TEXT NOT NULL,                     -- name of the model or file
  bytes BLOB NOT NULL,                      -- the values from first_index to last_index
  PRIMARY KEY (series_key, analyzed_at)
);

-- Small facts about the store itself, such as its market time zone.
CREATE TABLE setting (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
);
