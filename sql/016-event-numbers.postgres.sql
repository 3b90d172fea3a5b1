-- group: series
-- The log of changes outgrows 31 bits. SQLite's INTEGER has 63, and is the row's own number, which saves an index.

ALTER TABLE event ALTER COLUMN event_id TYPE BIGINT;
