// What the code, category and unit of a series tell about it as a forecast target: its kind, its area, and
// the beginnings of the codes of series that may drive it.

import { AREAS } from '#core/market/areas';
import { currencyOfUnit } from '#core/market/currency';
import type { Driver } from '#model/days/day-table';
import type { SeriesKind } from '#model/members/members';
import type { SeriesDefinition } from '#store/series-record';

type Named = Pick<SeriesDefinition, 'code' | 'description' | 'unit' | 'area' | 'category'>;

/** The resolutions of an hour and less, as codes spell them before the quantity. */
export const INFIX = /^(?:hr|qh|hh)(?=[a-z])/;

/** What quantities begin with; production is as smooth as consumption. */
const QUANTITIES: readonly (readonly [RegExp, SeriesKind])[] = [
  [/^price/, 'price'],
  [/^(?:cons|load|demand|production)/, 'load'],
  [/^windspeed/, 'other'],
  [/^wind/, 'wind'],
  [/^solar/, 'solar'],
];

const WORDS: readonly (readonly [RegExp, SeriesKind])[] = [
  [/price/i, 'price'],
  [/wind ?speed|radiation|temperature/i, 'other'],
  [/wind/i, 'wind'],
  [/solar|photovolt/i, 'solar'],
  [/load|consum|demand|product|generation/i, 'load'],
];

/** Returns the quantity at the end of a code of the scheme: `wind` of `dehrwind`; undefined for other codes. */
export const quantityOf = ({
  code,
  category,
}: Pick<Named, 'code' | 'category'>): string | undefined => {
  const tail = category ?? code.slice(prefixOf({ code, category })?.length ?? code.length);
  return INFIX.test(tail) ? tail.replace(INFIX, '') : undefined;
};

/** Whether a unit is that of an energy price, such as EUR/MWh. */
export const isPriceUnit = (unit: string): boolean =>
  /\/[kMG]Wh$/.test(unit) && currencyOfUnit(unit) !== undefined;

/** Guesses the kind of a series by its category, then by its unit, then by words of its texts. */
export function guessKind(series: Named): SeriesKind {
  const quantity = quantityOf(series);
  const known = QUANTITIES.find(([begins]) => quantity !== undefined && begins.test(quantity));
  if (known) return known[1];
  if (isPriceUnit(series.unit)) return 'price';
  return kindOfWords(`${series.code} ${series.description}`) ?? 'other';
}

/** The kind that words tell, such as those of a column's name; undefined if they tell nothing. */
export const kindOfWords = (texts: string): SeriesKind | undefined =>
  WORDS.find(([word]) => word.test(texts))?.[1];

/** Whether a forecast with such a name is of demand or of supply that counts against it. */
export function roleOfWords(texts: string): Driver['role'] {
  // Sol_DA, Won_DA and Woff_DA are what a widespread export of ENTSO-E calls sun and wind.
  if (/wind|solar|\bpv\b|photovolt|\b(?:sol|won|woff)_/i.test(texts)) return 'supply';
  return /load|consum|demand/i.test(texts) ? 'demand' : undefined;
}

/** The part of a code before its category: `de` of `dehrwind`, `park` of `parkqhwind`; undefined without one. */
export function prefixOf({ code, category }: Pick<Named, 'code' | 'category'>): string | undefined {
  if (category && INFIX.test(category) && code.endsWith(category)) {
    return code.slice(0, -category.length) || undefined;
  }
  const area = AREAS.map((each) => each.code.toLowerCase()).find(
    (each) => code.startsWith(each) && INFIX.test(code.slice(each.length)),
  );
  return area ?? /^(.+?)(?:hr|qh|hh)[a-z]/.exec(code)?.[1];
}

/** The area of a series: its own, else the one that its code begins with; undefined if neither exists. */
export function areaOf(series: Pick<Named, 'code' | 'area' | 'category'>): string | undefined {
  if (series.area !== null && series.area !== '') return series.area;
  const prefix = prefixOf(series);
  return AREAS.find(({ code }) => code.toLowerCase() === prefix)?.code;
}

/** Whether the values of a series are forecasts by others, as those of `dehrwindforecast` are. */
export const isForecastByOthers = ({ code, category }: Pick<Named, 'code' | 'category'>): boolean =>
  /forecast$/.test(category ?? '') || /forecast$/.test(code);

/** Whether two codes are of one quantity in different resolutions, such as `dehrwind` and `deqhwind`. */
export function areSiblings(one: Pick<Named, 'code' | 'category'>, other: string): boolean {
  const prefix = prefixOf(one);
  const quantity = quantityOf(one);
  if (prefix === undefined || quantity === undefined) return one.code === other;
  const rest = other.startsWith(prefix) ? other.slice(prefix.length) : '';
  return one.code === other || (INFIX.test(rest) && rest.replace(INFIX, '') === quantity);
}
