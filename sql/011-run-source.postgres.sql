-- group: series
-- Several sources may each have a run of one time: the source is part of a run's key.
-- 011-run-source.sqlite.sql does the same with new tables.

-- JSON array of names: the first is preferred between runs of one time. Null: by name, Gridtide's own last.
ALTER TABLE series ADD COLUMN source_order TEXT;
ALTER TABLE past_series ADD COLUMN source_order TEXT;  -- one of the texts: null unless one of them changed

-- What is said about a run that does not exist, which is damage, keeps its row under an empty name.
ALTER TABLE run_detail ADD COLUMN source TEXT NOT NULL DEFAULT '';
UPDATE run_detail SET source = run.source FROM run
  WHERE run.series_key = run_detail.series_key AND run.analyzed_at = run_detail.analyzed_at;
ALTER TABLE run_band ADD COLUMN source TEXT NOT NULL DEFAULT '';
UPDATE run_band SET source = run.source FROM run
  WHERE run.series_key = run_band.series_key AND run.analyzed_at = run_band.analyzed_at;

ALTER TABLE run DROP CONSTRAINT run_pkey;
ALTER TABLE run ADD CONSTRAINT run_pkey PRIMARY KEY (series_key, analyzed_at, source);
ALTER TABLE run_detail DROP CONSTRAINT run_detail_pkey;
ALTER TABLE run_detail ADD CONSTRAINT run_detail_pkey PRIMARY KEY (series_key, analyzed_at, source);
ALTER TABLE run_band DROP CONSTRAINT run_band_pkey;
ALTER TABLE run_band ADD CONSTRAINT run_band_pkey
  PRIMARY KEY (series_key, analyzed_at, source, level);
ALTER TABLE past_run DROP CONSTRAINT past_run_pkey;
ALTER TABLE past_run ADD CONSTRAINT past_run_pkey
  PRIMARY KEY (series_key, analyzed_at, source, replaced_at);
