-- group: accounts
-- Links for spreadsheets: addresses that answer one question each, without a sign-in, by the plan of the user who
-- made them. Instants are milliseconds since 1970-01-01T00:00Z. The secret of a link is not stored.

CREATE TABLE question_link (
  hash TEXT NOT NULL PRIMARY KEY,           -- of the secret in the address
  user_id INTEGER NOT NULL,                 -- the owner
  name TEXT NOT NULL,                       -- as the owner gave it; empty: none
  path TEXT NOT NULL,                       -- of the question, such as /api/v1/series/dehrprice
  query TEXT NOT NULL,                      -- JSON object: the fields of the question as texts
  created_at BIGINT NOT NULL,               -- instant
  expires_at BIGINT,                        -- first instant it no longer works; null: it does not end
  last_used_at BIGINT                       -- instant; written once a minute at most; null: never used
);

CREATE INDEX question_link_by_user ON question_link (user_id);
CREATE INDEX question_link_by_expiry ON question_link (expires_at);
