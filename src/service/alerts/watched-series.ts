// The series of a rule: found once by its pattern, then read again as they change.

import { mayRead } from '#accounts/plans';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

/** The most series that one rule watches: the first in order of code. */
export const MOST_SERIES = 500;
/** The most series that are looked at to find them. */
const MOST_LOOKED_AT = 50_000;
const PAGE = 1_000;

/** The codes that a pattern matches. */
export const codesOf = (codes: Iterable<string>, pattern: string): string[] =>
  [...codes].filter((code) => mayRead({ patterns: [pattern] }, code));

/** The first series of a pattern, in order of code. */
export async function findMatching(
  store: Pick<SeriesReader, 'searchSeries' | 'findSeries'>,
  pattern: string,
  limit: number,
  isWanted: (code: string) => boolean = () => true,
): Promise<SeriesRecord[]> {
  if (!pattern.includes('*')) {
    const series = await store.findSeries(pattern);
    return series && isWanted(series.code) ? [series] : [];
  }
  const prefix = pattern.slice(0, pattern.indexOf('*'));
  const found: SeriesRecord[] = [];
  let after = '';
  for (let lookedAt = 0; lookedAt < MOST_LOOKED_AT && found.length < limit; lookedAt += PAGE) {
    const page = await store.searchSeries({ prefix, after, limit: PAGE });
    const patterns = [pattern];
    found.push(...page.filter(({ code }) => mayRead({ patterns }, code) && isWanted(code)));
    if (page.length < PAGE) break;
    after = page.at(-1)!.code;
  }
  return found.slice(0, limit);
}

export class WatchedSeries {
  readonly #pattern: string;
  #byCode = new Map<string, SeriesRecord>();

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  async find(store: SeriesReader): Promise<void> {
    const found = await findMatching(store, this.#pattern, MOST_SERIES);
    this.#byCode = new Map(found.map((series) => [series.code, series]));
  }

  /** Reads a series that changed, or is new. */
  async refresh(store: SeriesReader, code: string): Promise<void> {
    const series = await store.findSeries(code);
    if (series && (this.#byCode.has(code) || this.#byCode.size < MOST_SERIES)) {
      this.#byCode.set(code, series);
    }
  }

  records(): Iterable<SeriesRecord> {
    return this.#byCode.values();
  }
}
