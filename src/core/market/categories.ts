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
