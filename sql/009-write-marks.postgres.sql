-- group: series
-- What each process committed last, of each kind of write. Whoever lost the answer to a COMMIT looks here
-- whether it was done: the server's own number of a transaction may be another's after a crash.

CREATE TABLE write_mark (
  lock_number INTEGER NOT NULL,             -- whose turn it was: series or accounts
  writer TEXT NOT NULL,                     -- made up by each process when it opens the store
  mark BIGINT NOT NULL,                     -- counts that writer's transactions
  marked_at BIGINT NOT NULL,                -- instant
  PRIMARY KEY (lock_number, writer)
) WITH (fillfactor = 50);
