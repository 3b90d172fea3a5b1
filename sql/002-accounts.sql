-- group: accounts
-- Who may ask for what. Instants are milliseconds since 1970-01-01T00:00Z. No secret is stored:
-- passwords as PHC strings, tokens and keys as hashes.

-- What a user may read, and how much of it.
CREATE TABLE plan (
  name TEXT NOT NULL PRIMARY KEY,
  patterns TEXT NOT NULL,                   -- JSON array of identifier patterns, e.g. ["de*"]
  requests_per_minute INTEGER NOT NULL,
  points_per_answer BIGINT NOT NULL
);

CREATE TABLE app_user (
  user_id INTEGER NOT NULL PRIMARY KEY,     -- given by the writer: the largest so far, plus one
  name TEXT NOT NULL,                       -- as it was given
  folded_name TEXT NOT NULL UNIQUE,         -- in lower case: how users are found
  password_hash TEXT,                       -- null: cannot sign in with a password
  plan_name TEXT NOT NULL,
  is_disabled SMALLINT NOT NULL,            -- 0 or 1
  created_at BIGINT NOT NULL                -- instant
);

-- Sign-in tokens and named API keys.
CREATE TABLE credential (
  hash TEXT NOT NULL PRIMARY KEY,
  user_id INTEGER NOT NULL,
  kind TEXT NOT NULL,                       -- token or key
  name TEXT,                                -- of a key; null for a token
  created_at BIGINT NOT NULL,               -- instant
  expires_at BIGINT,                        -- first instant it no longer works; null: never
  UNIQUE (user_id, name)                    -- nulls do not collide: a user has many tokens
);

CREATE INDEX credential_by_expiry ON credential (expires_at);
