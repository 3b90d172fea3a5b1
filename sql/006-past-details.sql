-- group: series
-- What was said of a run before it was replaced or taken back: an answer as of then has it.

ALTER TABLE past_run ADD COLUMN detail TEXT;       -- like run_detail.detail; null: nothing was said
ALTER TABLE past_run ADD COLUMN bands TEXT;        -- JSON: level, lower, upper in base64; null: none
