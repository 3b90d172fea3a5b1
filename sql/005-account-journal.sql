-- group: accounts
-- Who changed which account, plan or key: one row a change, never changed itself.

CREATE TABLE account_journal (
  entry_id INTEGER NOT NULL PRIMARY KEY,    -- given by the writer: the largest so far, plus one
  recorded_at BIGINT NOT NULL,              -- instant
  actor TEXT NOT NULL,                      -- a user's name, or who it was on this machine
  kind TEXT NOT NULL,                       -- user-added, plan-set, key-revoked …
  name TEXT NOT NULL,                       -- the user or plan it was about
  detail TEXT NOT NULL                      -- a sentence; never a secret
);

-- Answers to requests with an Idempotency-Key that changed accounts, as kept_answer has for the rest.
CREATE TABLE account_answer (
  key_hash TEXT NOT NULL PRIMARY KEY,
  digest TEXT NOT NULL,
  answer BLOB NOT NULL,
  kept_at BIGINT NOT NULL
);
