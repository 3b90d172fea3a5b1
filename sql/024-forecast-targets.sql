-- group: series
-- Series that operators want forecast besides the areas' prices, production and consumption. The name of a row is the
-- source of its runs. Instants are milliseconds since 1970-01-01T00:00Z.

CREATE TABLE forecast_target (
  name TEXT NOT NULL PRIMARY KEY,           -- lower-case
  code TEXT NOT NULL,                       -- of the series that is forecast
  drivers TEXT,                             -- JSON array of codes; null: found by the scheme of codes
  hours TEXT,                               -- JSON array of UTC hours of the day; null: those of the server
  kind TEXT,                                -- price, load, wind, solar or other; null: guessed
  area TEXT,                                -- its holidays and drivers count; null: the series' own
  created_at BIGINT NOT NULL                -- instant of the last change
);
