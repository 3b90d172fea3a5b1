-- group: accounts
-- The requests of each user on each UTC day. A process adds what it has counted once a minute at most, so that no
-- request waits for a write of its own. A crash loses the last minute. Rows are kept for 90 days.

CREATE TABLE request_day (
  user_id INTEGER NOT NULL,
  day INTEGER NOT NULL,                     -- days since 1970-01-01, UTC
  requests BIGINT NOT NULL,                 -- that were let pass, by all processes together
  last_at BIGINT NOT NULL,                  -- instant of the last of them
  PRIMARY KEY (user_id, day)
);
