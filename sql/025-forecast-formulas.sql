-- group: series
-- A forecast target may be a formula of series, such as residual load. Its values are stored on the series of its name.

ALTER TABLE forecast_target ADD COLUMN formula TEXT;  -- as it was given; null: the series has values of its own
ALTER TABLE forecast_target ADD COLUMN unit TEXT;     -- of a formula; null: follows from its parts
