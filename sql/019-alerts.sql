-- group: series
-- Alerts: rules, their state for each series, and what changed. They lie beside the log of changes, because a
-- change of state and its event are one transaction. Instants are milliseconds since 1970-01-01T00:00Z.

CREATE TABLE alert_rule (
  rule_id TEXT NOT NULL PRIMARY KEY,        -- given by the writer: 16 random digits
  owner TEXT,                               -- the name of the user; null: a rule of the operators
  name TEXT NOT NULL,                       -- as it was given
  folded_name TEXT NOT NULL,                -- in lower case: unique among the rules of an owner
  condition_text TEXT NOT NULL,             -- src/core/alerts/parse-condition.ts
  wait_ms BIGINT NOT NULL,                  -- how long the condition is pending before the rule fires
  emails TEXT NOT NULL,                     -- JSON array of addresses
  created_at BIGINT NOT NULL                -- instant
);

CREATE TABLE alert_state (
  rule_id TEXT NOT NULL,
  series_key INTEGER NOT NULL,
  code TEXT NOT NULL,                       -- of the series
  state TEXT NOT NULL,                      -- ok, pending or firing
  since BIGINT NOT NULL,                    -- instant
  told TEXT NOT NULL,                       -- ok or firing: what the last message said
  PRIMARY KEY (rule_id, series_key)
);

CREATE TABLE alert_change (
  change_id INTEGER NOT NULL PRIMARY KEY,   -- given by the writer: the largest so far, plus one
  rule_id TEXT NOT NULL,
  series_key INTEGER NOT NULL,
  code TEXT NOT NULL,
  changed_at BIGINT NOT NULL,               -- instant
  change_kind TEXT NOT NULL,                -- firing or resolved
  first_index INTEGER,                      -- the intervals that fulfilled the condition; null: it has none
  last_index INTEGER,
  detail TEXT NOT NULL,                     -- a sentence
  event_id BIGINT,                          -- its event in the log of changes; null: silenced
  mail_at BIGINT,                           -- instant at which its e-mail is due; null: none is
  mail_tries INTEGER NOT NULL,
  mail_note TEXT                            -- what became of the e-mail
);

CREATE INDEX alert_change_by_rule ON alert_change (rule_id, change_id);
CREATE INDEX alert_change_by_mail ON alert_change (mail_at) WHERE mail_at IS NOT NULL;

CREATE TABLE alert_silence (
  rule_id TEXT NOT NULL,
  code TEXT NOT NULL,                       -- the only series that is silenced; empty: all of the rule
  until_at BIGINT NOT NULL,                 -- first instant after it
  actor TEXT NOT NULL,
  PRIMARY KEY (rule_id, code)
);

-- Of an alert: the name of its rule, and the rule's owner.
ALTER TABLE event ADD COLUMN rule TEXT;
ALTER TABLE event ADD COLUMN rule_owner TEXT;
