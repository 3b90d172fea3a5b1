-- group: accounts
-- What processes on one store must know of each other to keep limits together. All of it passes within
-- minutes. 007-limits.sqlite.sql has the same tables.

-- Requests of a user or an address in its running minute. Whoever takes some writes down how many, so
-- that one statement both takes and tells. Unlogged: taking waits for no disk, and after a crash of the
-- server the minute begins anew. Pages are left half empty, so that a row is changed where it is.
CREATE UNLOGGED TABLE rate_window (
  window_key TEXT NOT NULL PRIMARY KEY,
  opened_at BIGINT NOT NULL,                -- instant
  taken BIGINT NOT NULL,                    -- by all processes together
  granted BIGINT NOT NULL                   -- of those, the last that were taken
) WITH (fillfactor = 50);

CREATE INDEX rate_window_by_time ON rate_window (opened_at);

-- Failed sign-ins of the last minutes, by the name or the address they came with.
CREATE TABLE sign_in_failure (
  failure_key TEXT NOT NULL PRIMARY KEY,    -- hash: what is typed as a name may be a password
  kind TEXT NOT NULL,                       -- user or address
  failed_at TEXT NOT NULL,                  -- JSON array of instants, ascending
  last_at BIGINT NOT NULL                   -- the last of them
);

CREATE INDEX sign_in_failure_by_time ON sign_in_failure (kind, last_at);

-- One-time codes that sign a user in; only their hashes.
CREATE TABLE sign_in_code (
  code_hash TEXT NOT NULL PRIMARY KEY,
  user_name TEXT NOT NULL,
  made_at BIGINT NOT NULL                   -- instant
);

CREATE INDEX sign_in_code_by_time ON sign_in_code (made_at);
