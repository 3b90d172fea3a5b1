-- group: series
-- What the short-term model needs: what was known when, what it says of its runs, its memory, and who
-- runs it. Types and units are those of 001-series.sql.

-- What writes changed in observed values, so that reads as of an earlier instant can undo it. A store
-- made before this table has no row for what it held then: that counts as known since ever.
-- Keyed by time before chunk: what was changed after an instant is one stretch of the index, mostly
-- an empty one. At one instant no two rows of a series share a chunk.
CREATE TABLE point_change (
  series_key INTEGER NOT NULL,
  recorded_at BIGINT NOT NULL,              -- instant of the write
  chunk INTEGER NOT NULL,                   -- the first chunk it changed
  last_chunk INTEGER NOT NULL,              -- beyond the first only where all of them were empty before
  bytes BLOB NOT NULL,                      -- the points before (src/store/codec/change-codec.ts)
  PRIMARY KEY (series_key, recorded_at, chunk)
);

-- What a model says of a run. Goes with the run.
CREATE TABLE run_detail (
  series_key INTEGER NOT NULL,
  analyzed_at BIGINT NOT NULL,
  detail TEXT NOT NULL,                     -- JSON: RunDetail of src/store/store.ts
  PRIMARY KEY (series_key, analyzed_at)
);

-- The bands of a run, over its own horizon. They go with the run.
CREATE TABLE run_band (
  series_key INTEGER NOT NULL,
  analyzed_at BIGINT NOT NULL,
  level INTEGER NOT NULL,                   -- percent: 80, 90
  lower BLOB NOT NULL,                      -- like the bytes of a run
  upper BLOB NOT NULL,
  PRIMARY KEY (series_key, analyzed_at, level)
);

-- A model's own notes on a series, such as the recent errors of its members.
CREATE TABLE model_memory (
  series_key INTEGER NOT NULL,
  source TEXT NOT NULL,                     -- name of the model
  content TEXT NOT NULL,                    -- the model's own format, often JSON
  updated_at BIGINT NOT NULL,               -- instant it was written
  PRIMARY KEY (series_key, source)
);

-- Scheduled work: one row a due time, so that of several processes one does it.
CREATE TABLE job (
  name TEXT NOT NULL,
  due_at BIGINT NOT NULL,                   -- instant it was to begin
  started_at BIGINT NOT NULL,               -- instant it was claimed
  ended_at BIGINT,                          -- null while it runs
  state TEXT NOT NULL,                      -- running, done or failed
  note TEXT,                                -- what it said at its end
  PRIMARY KEY (name, due_at)
);
