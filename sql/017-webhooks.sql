-- group: accounts
-- Webhooks: where the log of changes is sent, how far each has come, and what was tried last. Unlike other
-- secrets, those of webhooks are stored themselves, because deliveries are signed with them. Instants are
-- milliseconds since 1970-01-01T00:00Z.

CREATE TABLE webhook (
  webhook_id TEXT NOT NULL PRIMARY KEY,     -- given by the writer: 16 random digits
  user_id INTEGER,                          -- the owner; null: the operator
  url TEXT NOT NULL,
  patterns TEXT NOT NULL,                   -- JSON array of series patterns; empty: every series
  kinds TEXT NOT NULL,                      -- JSON array of kinds or types of events; empty: every kind
  secret TEXT NOT NULL,                     -- signs what is delivered
  old_secret TEXT,                          -- signs too, until it ends
  old_secret_ends_at BIGINT,                -- instant
  created_at BIGINT NOT NULL,               -- instant
  disabled_at BIGINT,                       -- instant; null while it is delivered to
  disabled_reason TEXT,
  event_cursor BIGINT NOT NULL,             -- the last event that was delivered or passed over
  batch_end BIGINT,                         -- the last event of a delivery that failed; null: none failed
  failed_tries INTEGER NOT NULL,            -- of that delivery
  try_at BIGINT NOT NULL,                   -- the next try is not before this instant
  delivered_at BIGINT                       -- the last success; null: none yet
);

CREATE INDEX webhook_by_user ON webhook (user_id);

-- The last tries of each webhook.
CREATE TABLE webhook_delivery (
  webhook_id TEXT NOT NULL,
  delivery_number INTEGER NOT NULL,         -- counted per webhook
  message_id TEXT NOT NULL,                 -- the header webhook-id: the same in every try
  tried_at BIGINT NOT NULL,                 -- instant
  took_ms INTEGER NOT NULL,
  after_event BIGINT NOT NULL,              -- the delivery has events after this one
  last_event BIGINT NOT NULL,               -- and up to this one
  event_count INTEGER NOT NULL,
  status INTEGER,                           -- of the answer; null: there was none
  fault TEXT,                               -- why it failed; null: it was delivered
  PRIMARY KEY (webhook_id, delivery_number)
);
