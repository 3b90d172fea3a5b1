-- group: series
-- What operators expect of series, and by when: a series without the values that a row expects is late. The most
-- specific row that matches a series counts. Instants are milliseconds since 1970-01-01T00:00Z.

CREATE TABLE expectation (
  pattern TEXT NOT NULL,                    -- of codes: lower-case, with * for any run of characters
  source TEXT NOT NULL,                     -- only series that this source brings; empty: all
  expect TEXT NOT NULL,                     -- by 13:15 through tomorrow, within PT2H, none
  since BIGINT NOT NULL,                    -- instant from which a series without a value is expected to have one
  PRIMARY KEY (pattern, source)
);
