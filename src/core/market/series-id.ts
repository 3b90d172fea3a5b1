// Series identifiers ("codes"): short, lower-case, area first: `dehrprice`, `no1hrcons`, `fxeurnok`.

const PATTERN = /^[a-z][a-z0-9_.-]{1,63}$/;

export const SERIES_ID_RULE =
  '2 to 64 characters: a letter, then letters, digits, "_", "." or "-" (case does not matter)';

/** Identifiers match without regard to case and are stored lower-case. */
export const normalizeSeriesId = (text: string): string => text.trim().toLowerCase();

export const isSeriesId = (id: string): boolean => PATTERN.test(id);

/** The series with an area's forecasts and values of a category: one rule for both interfaces. */
export const seriesIdOf = (area: string, category: string): string =>
  `${area.toLowerCase()}${category}`;
