// Balance categories of the forecast interface. Each is also the tail of a series identifier.

export interface Category {
  readonly name: string;
  readonly description: string;
  readonly unit: string;
  /** Prices are converted between currencies; nothing else is. */
  readonly isPrice: boolean;
}

export const CATEGORIES: readonly Category[] = [
  { name: 'hrprice', description: 'Day-ahead price', unit: 'EUR/MWh', isPrice: true },
  { name: 'hrproduction', description: 'Production', unit: 'MWh', isPrice: false },
  { name: 'hrcons', description: 'Consumption', unit: 'MWh', isPrice: false },
];

const byName = new Map(CATEGORIES.map((category) => [category.name, category]));

/** The category of a name in any case, or undefined. */
export const findCategory = (text: string): Category | undefined =>
  byName.get(text.trim().toLowerCase());

const PATTERN = /^[a-z][a-z0-9_.-]{1,63}$/;

export const SERIES_ID_RULE =
  '2 to 64 characters: a letter, then letters, digits, "_", "." or "-" (case does not matter)';

/** Identifiers match without regard to case and are stored lower-case. */
export const normalizeSeriesId = (text: string): string => text.trim().toLowerCase();

export const isSeriesId = (id: string): boolean => PATTERN.test(id);

/** The series with an area's forecasts and values of a category: one rule for both interfaces. */
export const seriesIdOf = (area: string, category: string): string =>
  `${area.toLowerCase()}${category}`;
