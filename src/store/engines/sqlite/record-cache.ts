// Series records and the catalogue's state as last read, good for as long as nothing was committed: every
// request asks for one, and looking whether the file changed costs an eighth of reading the row (1.8
// against 14 µs).

import { BoundedCache } from '#core/bounded-cache';
import { type MaybePromise, whenReady } from '#core/maybe-promise';
import type { CatalogState, SeriesRecord } from '#store/series-store';

/** Some 25,000 records. */
const DEFAULT_BYTES = 16 * 2 ** 20;
/** A record without its texts, measured over 100,000 of them. */
const RECORD_BYTES = 400;

export class RecordCache {
  readonly #dataVersion: () => number;
  readonly #records: BoundedCache<SeriesRecord>;
  #catalog: CatalogState | undefined;
  #heldVersion = Number.NaN;

  /** `dataVersion` must change with every commit that a reader can see. */
  constructor(dataVersion: () => number, maxBytes = DEFAULT_BYTES) {
    this.#dataVersion = dataVersion;
    this.#records = new BoundedCache(maxBytes);
  }

  /** Bytes held at the moment. */
  get bytes(): number {
    return this.#records.bytes;
  }

  /** The record held for a code, or the one that `read` finds. */
  find(
    code: string,
    read: () => MaybePromise<SeriesRecord | undefined>,
  ): MaybePromise<SeriesRecord | undefined> {
    const version = this.#forgetIfChanged();
    // Which of them are asked for most is not worth keeping track of: the oldest goes first.
    const held = this.#records.peek(code);
    if (held) return held;
    return whenReady(read(), (record) => {
      if (record && this.#isCurrent(version)) this.#records.add(code, record, bytesOf(record));
      return record;
    });
  }

  /** The catalogue's state as held, or as `read` finds it. */
  findCatalog(read: () => MaybePromise<CatalogState>): MaybePromise<CatalogState> {
    const version = this.#forgetIfChanged();
    if (this.#catalog) return this.#catalog;
    return whenReady(read(), (state) => {
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

/** Texts that are not the same for many series are counted whole, at two bytes a character. */
const bytesOf = ({ code, description, unit }: SeriesRecord): number =>
  RECORD_BYTES + code.length + 2 * description.length + unit.length;
