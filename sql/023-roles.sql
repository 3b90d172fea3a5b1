-- group: accounts
-- Roles of users, and the series that a key is for. The role replaces is_operator of 013, which is no longer read or
-- written. An operator key needs an operator from now on, so the owners of those that exist become operators.

ALTER TABLE app_user ADD COLUMN role TEXT NOT NULL DEFAULT 'reader';      -- reader, writer, auditor or operator
ALTER TABLE app_user ADD COLUMN write_patterns TEXT NOT NULL DEFAULT '[]';  -- JSON array: what a writer may write
ALTER TABLE app_user ADD COLUMN is_service SMALLINT NOT NULL DEFAULT 0;   -- 0 or 1: a program, which cannot sign in
ALTER TABLE credential ADD COLUMN patterns TEXT;                          -- JSON array; null: all that its user may

UPDATE app_user SET role = 'operator' WHERE is_operator = 1
  OR user_id IN (SELECT user_id FROM credential WHERE kind = 'operator');
