// One file of a store whose write-ahead log is copied: the reader that keeps its frames, and the place up to which they
// are copied.

import { closeSync, openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { SegmentPart } from '#store/log/log-segment';
import {
  FRAME_HEADER_BYTES,
  readTransactions,
  UNKNOWN_PLACE,
  type WalPlace,
} from '#store/log/wal-frames';

/** Below the 1,000 pages at which SQLite writes a log back by itself. */
const LONG_LOG_BYTES = 8 * 2 ** 20;
const WAIT_MS = 5_000;
const EMPTY: SegmentPart = { pageBytes: 0, frames: new Uint8Array(0) };

/** One file of the store: a reader that keeps its log, and how far the log is copied. */
export class CopiedFile {
  readonly path: string;
  readonly reader: DatabaseSync;
  readonly #writer: DatabaseSync;
  readonly #frameBytes: number;
  place: WalPlace = UNKNOWN_PLACE;

  constructor(path: string) {
    this.path = path;
    this.reader = new DatabaseSync(path);
    this.#writer = new DatabaseSync(path);
    for (const database of [this.reader, this.#writer])
      database.exec(`PRAGMA busy_timeout = ${WAIT_MS}; PRAGMA wal_autocheckpoint = 0`);
    const { page_size: pageBytes } = this.reader.prepare('PRAGMA page_size').get()!;
    this.#frameBytes = FRAME_HEADER_BYTES + Number(pageBytes);
  }

  lock(): void {
    this.#writer.exec('BEGIN IMMEDIATE');
  }

  unlock(): void {
    if (this.#writer.isTransaction) this.#writer.exec('ROLLBACK');
  }

  /** Begins the reader's transaction at the end of the log. */
  hold(): void {
    if (this.reader.isTransaction) this.reader.exec('ROLLBACK');
    this.reader.exec('BEGIN');
    // BEGIN alone takes no snapshot; the first read does.
    this.reader.prepare('SELECT COUNT(*) FROM sqlite_schema').get();
  }

  /** Makes SQLite write the log back, which needs that no reader uses it. */
  writeBack(): void {
    if (this.reader.isTransaction) this.reader.exec('ROLLBACK');
    this.reader.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
  }

  /** Takes the transactions behind the place. The caller keeps the place if they are stored. */
  take(): { readonly part: SegmentPart; readonly place: WalPlace } {
    const pieces: Uint8Array[] = [];
    let { place } = this;
    let pageBytes = 0;
    this.#withLog((readAt) => {
      for (let piece = readTransactions(readAt, place); piece; ) {
        pieces.push(piece.bytes);
        ({ place, pageBytes } = piece);
        piece = piece.bytes.length === 0 ? undefined : readTransactions(readAt, place);
      }
    });
    const part = pieces.length === 0 ? EMPTY : { pageBytes, frames: Buffer.concat(pieces) };
    return { part, place };
  }

  #withLog(work: (readAt: (offset: number, length: number) => Uint8Array) => void): void {
    const file = openSync(`${this.path}-wal`, 'r');
    try {
      work((offset, length) => {
        const bytes = Buffer.alloc(length);
        return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
      });
    } finally {
      closeSync(file);
    }
  }

  /** Whether the log is long, by the place in it: the file keeps its size when the log begins again. */
  isLong(): boolean {
    return this.place.frames * this.#frameBytes > LONG_LOG_BYTES;
  }

  close(): void {
    this.unlock();
    this.#writer.close();
    if (this.reader.isTransaction) this.reader.exec('ROLLBACK');
    this.reader.close();
  }
}
