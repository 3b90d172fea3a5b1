// Fills the point buffer with a file's rows, one bufferful at a time. All imports use it.

import { ImportFault } from '#importers/files/import-fault';
import { PointBuffer } from '#importers/points/point-buffer';
import type { RowLayout } from '#importers/rows/row-layout';
import type { RowReader } from '#importers/rows/row-reader';

/** Makes the layout that a header shows; throws if the header is not one of the import's. */
export type OpenLayout = (header: readonly string[], buffer: PointBuffer) => Promise<RowLayout>;

export class PointFiller {
  readonly buffer = new PointBuffer();
  /** How many rows were taken, without the header and blank lines. */
  rows = 0;
  readonly #reader: RowReader;
  readonly #openLayout: OpenLayout;
  #layout: RowLayout | undefined;
  #isEnded = false;

  constructor(reader: RowReader, openLayout: OpenLayout) {
    this.#reader = reader;
    this.#openLayout = openLayout;
  }

  /** Reads until the buffer holds `limit` points (false) or the file is at its end (true). */
  async fill(limit: number): Promise<boolean> {
    while (!(await this.#takeRows(limit))) {
      if (this.#isEnded) {
        if (!this.#layout) throw new ImportFault('the file is empty');
        return true;
      }
      this.#isEnded = !(await this.#reader.more());
    }
    return false;
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  /** Takes the rows that the reader has; true if the buffer is full before all are taken. */
  async #takeRows(limit: number): Promise<boolean> {
    const reader = this.#reader;
    if (!this.#layout) {
      const header = reader.readHeader();
      if (!header) return false;
      this.#layout = await this.#openLayout(header, this.buffer);
    }
    const layout = this.#layout;
    while (this.buffer.count < limit) {
      if (!reader.next()) return false;
      for (let waiting = layout.take(); waiting; waiting = layout.take()) await waiting;
      this.rows++;
      if (layout.takeSimilarRows) this.rows += layout.takeSimilarRows(limit - this.buffer.count);
    }
    return true;
  }
}
