// A reader some of whose methods are replaced.

import type { SeriesReader } from '#store/series-store';

/** Returns a reader that has `methods` in place of its own; all others are those of `reader`. */
export function overlayReader(reader: SeriesReader, methods: Partial<SeriesReader>): SeriesReader {
  return new Proxy(reader, {
    get(target, name) {
      const replaced = methods[name as keyof SeriesReader];
      if (replaced !== undefined) return replaced;
      const value = target[name as keyof SeriesReader];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
