// The files of tables as the server hands them out: from the spool, or made first. One is made at a time, in a
// thread if there is one, and all who ask for it in the meantime wait for it together.

import type { FileHandle } from 'node:fs/promises';
import { busyRefusal } from '#http/answer/problem';
import type { FileSpool } from '#http/tables/file-spool';
import { type MadeTable, stateOf } from '#http/tables/make-table';
import type { TableOrder } from '#service/tables/settle-table';
import type { Store } from '#store/store';

/** The most tables that wait to be made, of all callers together. */
const MOST_WAITING = 16;
/** The tables whose file is known without asking for it. */
const MOST_KNOWN = 1_000;
/** A file may go between finding and opening it. */
const MOST_TRIES = 3;

/** What makes a table: this thread, or another. */
export interface MakesTables {
  make(order: TableOrder): Promise<MadeTable>;
  close?(): Promise<void>;
}

export interface OpenTable {
  readonly handle: FileHandle;
  readonly bytes: number;
  readonly etag: string;
}

export class TableFiles {
  readonly #store: Pick<Store, 'readCatalogState' | 'historyFrom'>;
  readonly #spool: FileSpool;
  readonly #maker: MakesTables;
  /** The known files, by their orders. */
  readonly #known = new Map<string, MadeTable>();
  readonly #underWay = new Map<string, Promise<MadeTable>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    store: Pick<Store, 'readCatalogState' | 'historyFrom'>,
    spool: FileSpool,
    maker: MakesTables,
  ) {
    this.#store = store;
    this.#spool = spool;
    this.#maker = maker;
  }

  /** Opens the file of a table as the store is now. The caller closes it. */
  async open(order: TableOrder): Promise<OpenTable> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const made = await this.#find(order, tries > 0);
      const handle = await this.#spool.open(made);
      if (handle) return { handle, bytes: made.bytes, etag: etagOf(made) };
    }
    throw busyRefusal();
  }

  async close(): Promise<void> {
    await this.#maker.close?.();
  }

  async #find(order: TableOrder, isGone: boolean): Promise<MadeTable> {
    const key = JSON.stringify(order);
    for (;;) {
      const state = await stateOf(this.#store);
      const known = this.#known.get(key);
      if (!isGone && known?.state === state && (await this.#spool.find(known.name))) return known;
      const shared = this.#underWay.get(key);
      const made = await (shared ?? this.#make(key, order));
      // Another request may have begun it before the last write: then it is too old for this one.
      if (!shared || made.state === state) return made;
    }
  }

  #make(key: string, order: TableOrder): Promise<MadeTable> {
    if (this.#underWay.size >= MOST_WAITING) throw busyRefusal();
    const making = this.#last
      .then(() => this.#maker.make(order))
      .then((made) => {
        if (this.#known.size >= MOST_KNOWN) this.#known.clear();
        this.#known.set(key, made);
        return made;
      })
      .finally(() => this.#underWay.delete(key));
    this.#last = making.catch(() => {});
    this.#underWay.set(key, making);
    return making;
  }
}

/** The digest covers every row, so that equal tags mean equal bytes. */
const etagOf = ({ name }: MadeTable): string => `"${name.replace(/\.parquet$/, '')}"`;
