-- group: accounts
-- Boards: saved pages of panels, and links under which their pictures can be read. Instants are milliseconds
-- since 1970-01-01T00:00Z. The secret of a link is not stored.

CREATE TABLE board (
  board_id TEXT NOT NULL PRIMARY KEY,       -- given by the writer: 16 random digits
  user_id INTEGER NOT NULL,                 -- the owner
  name TEXT NOT NULL,                       -- as it was given
  folded_name TEXT NOT NULL,                -- in lower case: how boards are ordered
  is_shared SMALLINT NOT NULL,              -- 0 or 1: whether the users of the owner's plan see it
  version INTEGER NOT NULL,                 -- 1 at first, and one more with each change
  panels TEXT NOT NULL,                     -- JSON array of objects with view, title, part and width
  panel_count INTEGER NOT NULL,             -- the length of that array
  changed_at BIGINT NOT NULL                -- instant
);

CREATE INDEX board_by_user ON board (user_id);

CREATE TABLE board_link (
  hash TEXT NOT NULL PRIMARY KEY,           -- of the secret in the link
  board_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,               -- instant
  expires_at BIGINT NOT NULL,               -- first instant it no longer works
  last_used_at BIGINT                       -- instant; written once a minute at most; null: never used
);

CREATE INDEX board_link_by_board ON board_link (board_id);
CREATE INDEX board_link_by_expiry ON board_link (expires_at);
