-- group: accounts
-- Sessions of browsers are credentials of the kind "session". They are renewed while they are used. Tokens and
-- keys leave these columns empty.

ALTER TABLE credential ADD COLUMN last_used_at BIGINT;  -- instant; written every few minutes at most
ALTER TABLE credential ADD COLUMN address TEXT;         -- IP address of the last use that was written
ALTER TABLE credential ADD COLUMN agent TEXT;           -- the browser, in a few words
