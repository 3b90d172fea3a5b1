-- group: accounts
-- Who a user is at the provider of single sign-on, and which attempts to sign in there were used. Instants are
-- milliseconds since 1970-01-01T00:00Z. No token of the provider is stored.

CREATE TABLE user_identity (
  issuer TEXT NOT NULL,                     -- address of the provider, without a slash at its end
  subject TEXT NOT NULL,                    -- the user there, as the provider says it
  user_id INTEGER NOT NULL,                 -- the user here
  linked_at BIGINT NOT NULL,                -- instant
  PRIMARY KEY (issuer, subject)
);

CREATE INDEX user_identity_by_user ON user_identity (user_id);

-- An attempt works once. Its row is kept for as long as the attempt could be repeated.
CREATE TABLE used_sign_in (
  hash TEXT NOT NULL PRIMARY KEY,           -- of the attempt's state
  used_at BIGINT NOT NULL                   -- instant
);

CREATE INDEX used_sign_in_by_time ON used_sign_in (used_at);
