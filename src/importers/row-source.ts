// A file's rows into a point buffer, a bufferful at a time: what all imports have in common.

import { CsvReader } from '#importers/csv-reader';
import { ImportFault } from '#importers/import-fault';
import { PointBuffer } from '#importers/point-buffer';

/** Takes the row the reader stands on into the buffer. */
export interface RowTaker {
  /** Undefined where the row is taken; else what to wait for before it is tried again. */
  take(): Promise<void> | undefined;
  /** Takes rows that follow and are much like the one just taken, `most` at most; returns how many. */
  takeAlike?(most: number): number;
}

/** Makes the taker that a header asks for; throws where it is no header of the format. */
export type OpenRows = (reader: CsvReader, buffer: PointBuffer) => Promise<RowTaker>;

export class RowSource {
  readonly buffer = new PointBuffer();
  /** Rows taken, without the header and blank lines. */
  rows = 0;
  readonly #reader = new CsvReader();
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #openRows: OpenRows;
  #taker: RowTaker | undefined;
  #isEnded = false;

  constructor(pieces: AsyncIterable<Uint8Array>, openRows: OpenRows) {
    this.#pieces = pieces[Symbol.asyncIterator]();
    this.#openRows = openRows;
  }

  /** Reads until the buffer holds `limit` points (false) or the file is at its end (true). */
  async fill(limit: number): Promise<boolean> {
    while (!(await this.#takeRows(limit))) {
      if (this.#isEnded) {
        if (!this.#taker) throw new ImportFault('the file is empty');
        return true;
      }
      const { value: piece, done } = await this.#pieces.next();
      if (done) this.#reader.end();
      else this.#reader.push(piece);
      this.#isEnded = done === true;
    }
    return false;
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  /** Takes the rows the reader holds; true where the buffer is full before they are all taken. */
  async #takeRows(limit: number): Promise<boolean> {
    const reader = this.#reader;
    if (!this.#taker) {
      if (!reader.next()) return false;
      this.#taker = await this.#openRows(reader, this.buffer);
    }
    const taker = this.#taker;
    while (this.buffer.count < limit) {
      if (!reader.next()) return false;
      for (let waiting = taker.take(); waiting; waiting = taker.take()) await waiting;
      this.rows++;
      if (taker.takeAlike) this.rows += taker.takeAlike(limit - this.buffer.count);
    }
    return true;
  }
}
