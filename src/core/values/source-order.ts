// The order of sources: which one is preferred if several have a run of the same time.

/** The source of the runs that Gridtide's own model makes. */
export const OWN_SOURCE = 'gridtide';

/**
 * The source of runs that Gridtide's model made afterwards, from values that are taken as known when such
 * values are usually published. They are no forecasts that anybody had: only a reader who names this source
 * gets them, and they are scored apart. Hindcasts of a definition have a source of their own below it.
 */
export const HINDCAST_SOURCE = 'gridtide-hindcast';

/** What the sources of hindcasts of definitions begin with. No definition's name has a slash. */
export const DEFINED_HINDCASTS = `${HINDCAST_SOURCE}/`;

/** The source of the hindcasts of a definition, or of areas and categories if no name is given. */
export const hindcastSourceOf = (name?: string): string =>
  name === undefined ? HINDCAST_SOURCE : DEFINED_HINDCASTS + name;

export const isHindcastSource = (source: string): boolean =>
  source === HINDCAST_SOURCE || source.startsWith(DEFINED_HINDCASTS);

/** Whether runs of a source are meant if a reader asks for `wanted`; undefined: for no source by name. */
export const isMeant = (source: string, wanted: string | undefined): boolean =>
  wanted === undefined ? !isHindcastSource(source) : source === wanted;

/** The most characters of a source's name. */
export const MOST_SOURCE_CHARACTERS = 200;

/** Whether a text can name a source. */
export const isSourceName = (text: string): boolean =>
  text !== '' && text.length <= MOST_SOURCE_CHARACTERS && !/\p{Cc}/u.test(text);

/**
 * Compares two sources: first those of `order` as they are listed, then others by name, and Gridtide's own
 * last. So ours does not hide the forecast of an operator or a vendor.
 */
export function compareSources(order: readonly string[]): (a: string, b: string) => number {
  const rankOf = (source: string): number => {
    const listed = order.indexOf(source);
    if (listed >= 0) return listed;
    if (isHindcastSource(source)) return Number.POSITIVE_INFINITY;
    return source === OWN_SOURCE ? Number.MAX_SAFE_INTEGER : order.length;
  };
  return (a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : a > b ? 1 : 0);
}
