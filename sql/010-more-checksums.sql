-- group: series
-- CRC-32 of the bytes that had none yet; null if they were written before it was kept.

ALTER TABLE point_change ADD COLUMN checksum BIGINT;
ALTER TABLE past_run ADD COLUMN checksum BIGINT;   -- of bytes; each of the bands has its own in the JSON
ALTER TABLE run_band ADD COLUMN lower_checksum BIGINT;
ALTER TABLE run_band ADD COLUMN upper_checksum BIGINT;
