-- group: series
-- What finds series quickly among a million. All of it follows from the table series: nothing here is
-- data of its own. 008-search.sqlite.sql does the same with what SQLite has.

CREATE INDEX series_by_area ON series (area, code);
CREATE INDEX series_by_resolution ON series (resolution, code);

-- Room on each page, so that a write of values changes a row where it is and no index with it.
ALTER TABLE series SET (fillfactor = 70);

-- Which series have which three characters in a row. Without the extension, which only some servers
-- lack, words are found by reading all texts.
DO $$
DECLARE
  home name;
BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
  EXCEPTION
    WHEN insufficient_privilege OR feature_not_supported OR undefined_file THEN
      RAISE NOTICE 'pg_trgm cannot be added here: searches for words will read every series';
  END;
  SELECT nspname INTO home FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace
    WHERE extname = 'pg_trgm';
  -- Few entries wait to be sorted in, because every search reads those that wait.
  IF home IS NOT NULL THEN
    EXECUTE format('CREATE INDEX series_by_trigram ON series USING gin (search_text %I.gin_trgm_ops)
      WITH (gin_pending_list_limit = 256)', home);
  END IF;
END
$$;
