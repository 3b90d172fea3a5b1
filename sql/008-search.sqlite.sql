-- group: series
-- What finds series quickly among a million. All of it follows from the table series: nothing here is
-- data of its own. 008-search.postgres.sql does the same with what PostgreSQL has.

CREATE INDEX series_by_area ON series (area, code, resolution);
CREATE INDEX series_by_resolution ON series (resolution, code);

-- Codes in order with what words are looked for in: a walk along them reads no row of the table, which
-- would be 20 times slower where keys were not given in order of code.
CREATE INDEX series_by_text ON series (code, search_text, resolution);

-- LIKE takes U+FFFE and U+FFFF for U+FFFD; searches now look for that in place of both.
UPDATE series SET search_text =
  replace(replace(search_text, char(65534), char(65533)), char(65535), char(65533))
  WHERE instr(search_text, char(65534)) + instr(search_text, char(65535)) > 0;

-- Which series have which three characters in a row. The texts themselves stay in the table series.
CREATE VIRTUAL TABLE series_search USING fts5(
  search_text,
  content = 'series',
  content_rowid = 'series_key',
  detail = 'none',
  columnsize = 0,
  tokenize = 'trigram case_sensitive 1'
);
INSERT INTO series_search (series_search) VALUES ('rebuild');

CREATE TRIGGER series_search_add AFTER INSERT ON series BEGIN
  INSERT INTO series_search (rowid, search_text) VALUES (new.series_key, new.search_text);
END;
CREATE TRIGGER series_search_remove AFTER DELETE ON series BEGIN
  INSERT INTO series_search (series_search, rowid, search_text)
    VALUES ('delete', old.series_key, old.search_text);
END;
CREATE TRIGGER series_search_change AFTER UPDATE OF series_key, search_text ON series
  WHEN old.series_key <> new.series_key OR old.search_text <> new.search_text BEGIN
  INSERT INTO series_search (series_search, rowid, search_text)
    VALUES ('delete', old.series_key, old.search_text);
  INSERT INTO series_search (rowid, search_text) VALUES (new.series_key, new.search_text);
END;
