-- group: series
-- The log of changes: what each write really changed, in the order of the commits. Writers take turns, so the
-- numbers ascend with the commits, and a reader that goes on after a number misses nothing. The newest row is
-- never removed, because the next number is counted from it. Instants are milliseconds since
-- 1970-01-01T00:00Z.

CREATE TABLE event (
  event_id INTEGER NOT NULL PRIMARY KEY,    -- given by the writer: the largest so far, plus one
  type TEXT NOT NULL,                       -- values.changed, run.added … (src/store/change-event.ts)
  series_key INTEGER NOT NULL,
  code TEXT,                                -- the series as it was then; null in what the journal told
  resolution TEXT,
  area TEXT,
  category TEXT,
  first_index INTEGER,                      -- the first and the last point that changed; null: not known
  last_index INTEGER,
  points INTEGER,                           -- how many changed; null: not known
  analyzed_at BIGINT,                       -- of a run: the instant the model ran
  source TEXT,                              -- of a run
  recorded_at BIGINT,                       -- as of this instant the change is visible; null: always known
  entry_id INTEGER                          -- the write's entry of the journal; null: it has none
);

-- A store from before the log gets one from its journal. The journal counts for a whole write what changed, so
-- each of its series is announced with everything that the write changed: once too often at worst. The names
-- of the series are looked up by their readers: on a cluster the two tables have different places.
INSERT INTO event (event_id, type, series_key, code, resolution, area, category, first_index, last_index,
  points, analyzed_at, source, recorded_at, entry_id)
SELECT ROW_NUMBER() OVER (ORDER BY e.entry_id, e.series_key, kinds.place), kinds.type, e.series_key,
  NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, e.recorded_at, e.entry_id
FROM journal_series e
JOIN journal j ON j.entry_id = e.entry_id
JOIN (
  SELECT 1 AS place, 'series.changed' AS type
  UNION ALL SELECT 2, 'values.changed'
  UNION ALL SELECT 3, 'run.replaced'
) kinds ON j.kind = 'undo'
  OR (kinds.place = 1 AND j.points_added + j.points_changed + j.runs_added + j.runs_changed = 0)
  OR (kinds.place = 2 AND j.points_added + j.points_changed > 0)
  OR (kinds.place = 3 AND j.runs_added + j.runs_changed > 0);
