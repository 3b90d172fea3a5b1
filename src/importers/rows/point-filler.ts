// A file's rows into a point buffer, a bufferful at a time: what all imports have in common.

import { ImportFault } from '#importers/files/import-fault';
import { PointBuffer } from '#importers/points/point-buffer';
import type { RowReader } from '#importers/rows/row-reader';

/** Takes the row the reader stands on into the buffer. */
export interface RowLayout {
  /** Undefined where the row is taken; else what to wait for before it is tried again. */
  take(): Promise<unknown> | undefined;
  /** Takes rows that follow and are much like the one just taken, `most` at most; returns how many. */
  takeSimilarRows?(most: number): number;
}

/** Makes the taker that a header asks for; throws where it is no header of the format. */
export type OpenLayout = (header: readonly string[], buffer: PointBuffer) => Promise<RowLayout>;

export class PointFiller {
  readonly buffer = new PointBuffer();
  /** Rows taken, without the header and blank lines. */
  rows = 0;
  readonly #reader: RowReader;
  readonly #openLayout: OpenLayout;
  #taker: RowLayout | undefined;
  #isEnded = false;

  constructor(reader: RowReader, openLayout: OpenLayout) {
    this.#reader = reader;
    this.#openLayout = openLayout;
  }

  /** Reads until the buffer holds `limit` points (false) or the file is at its end (true). */
  async fill(limit: number): Promise<boolean> {
    while (!(await this.#takeRows(limit))) {
      if (this.#isEnded) {
        if (!this.#taker) throw new ImportFault('the file is empty');
        return true;
      }
      this.#isEnded = !(await this.#reader.more());
    }
    return false;
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  /** Takes the rows the reader holds; true where the buffer is full before they are all taken. */
  async #takeRows(limit: number): Promise<boolean> {
    const reader = this.#reader;
    if (!this.#taker) {
      const header = reader.readHeader();
      if (!header) return false;
      this.#taker = await this.#openLayout(header, this.buffer);
    }
    const taker = this.#taker;
    while (this.buffer.count < limit) {
      if (!reader.next()) return false;
      for (let waiting = taker.take(); waiting; waiting = taker.take()) await waiting;
      this.rows++;
      if (taker.takeSimilarRows) this.rows += taker.takeSimilarRows(limit - this.buffer.count);
    }
    return true;
  }
}
