// Series records and the catalogue's state as last read, good for as long as nothing was committed: every
// request asks for one, and looking whether the file changed costs an eighth of reading the row (1.8
// against 14 µs).

import { andThen, type Soon } from '#core/soon';
import type { CatalogState, SeriesRecord } from '#store/store';

const MAX_RECORDS = 50_000;

export class RecordCache {
  readonly #dataVersion: () => number;
  readonly #records = new Map<string, SeriesRecord>();
  #catalog: CatalogState | undefined;
  #heldVersion = Number.NaN;

  /** `dataVersion` must change with every commit that a reader can see. */
  constructor(dataVersion: () => number) {
    this.#dataVersion = dataVersion;
  }

  /** The record held for a code, or the one that `read` finds. */
  find(code: string, read: () => Soon<SeriesRecord | undefined>): Soon<SeriesRecord | undefined> {
    const version = this.#forgetIfChanged();
    const held = this.#records.get(code);
    if (held) return held;
    return andThen(read(), (record) => {
      if (!record || !this.#isCurrent(version)) return record;
      if (this.#records.size >= MAX_RECORDS) this.#records.clear();
      this.#records.set(code, record);
      return record;
    });
  }

  /** The catalogue's state as held, or as `read` finds it. */
  findCatalog(read: () => Soon<CatalogState>): Soon<CatalogState> {
    const version = this.#forgetIfChanged();
    if (this.#catalog) return this.#catalog;
    return andThen(read(), (state) => {
      if (this.#isCurrent(version)) this.#catalog = state;
      return state;
    });
  }

  #forgetIfChanged(): number {
    const version = this.#dataVersion();
    if (version !== this.#heldVersion) {
      this.#records.clear();
      this.#catalog = undefined;
    }
    this.#heldVersion = version;
    return version;
  }

  /** A commit during a read may or may not be in it: only what is surely current is kept. */
  #isCurrent(version: number): boolean {
    return this.#dataVersion() === version && this.#heldVersion === version;
  }
}
