-- group: accounts
-- Whether a user is an operator: then the user's sessions open the operator interface. Tokens and read keys
-- do not.

ALTER TABLE app_user ADD COLUMN is_operator SMALLINT NOT NULL DEFAULT 0;  -- 0 or 1
