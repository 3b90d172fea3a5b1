// The rows of an NDJSON file, read piece by piece.

import { NdjsonReader, NULL, NUMBER, TEXT } from '#importers/bytes/ndjson-reader';
import { epochMilliseconds } from '#importers/bytes/number-times';
import { CLOCK, type TimeReader } from '#importers/bytes/parse-time';
import { notTime, readTime, readValue } from '#importers/bytes/read-field';
import { ImportFault, LINES } from '#importers/files/import-fault';
import type { PointBuffer } from '#importers/points/point-buffer';
import { POINT, takeSimilarRows } from '#importers/rows/repeated-row-path';
import type { RowReader, TakenRow } from '#importers/rows/row-reader';
import type { ImportSeries, SeriesTable } from '#importers/rows/series-table';

export class NdjsonRows implements RowReader {
  readonly headWord = 'keys of the first line';
  readonly place = LINES;
  readonly #reader = new NdjsonReader();
  readonly #pieces: AsyncIterator<Uint8Array>;
  /** Whether the reader stands on the first line as the header; it is the first row too. */
  #isHeader = false;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  get line(): number {
    return this.#reader.line;
  }

  readHeader(): string[] | undefined {
    if (!this.#reader.next()) return undefined;
    this.#isHeader = true;
    return this.#reader.names.map((name) => name.trim());
  }

  next(): boolean {
    if (!this.#isHeader) return this.#reader.next();
    this.#isHeader = false;
    return true;
  }

  async more(): Promise<boolean> {
    const { value: piece, done } = await this.#pieces.next();
    if (done) this.#reader.end();
    else this.#reader.push(piece);
    return !done;
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  /** Does nothing: the reader has checked that each line has each key once. */
  checkCount(): void {}

  findSeries(field: number, table: SeriesTable): ImportSeries | undefined {
    const reader = this.#reader;
    if (reader.kinds[field] !== TEXT) throw new ImportFault('the series must be a text');
    return table.find(reader, reader.starts[field]!, reader.ends[field]!);
  }

  loadSeries(field: number, table: SeriesTable): Promise<ImportSeries> {
    const { bytes, starts, ends } = this.#reader;
    return table.load(bytes.subarray(starts[field], ends[field]));
  }

  readText(field: number): string {
    const reader = this.#reader;
    return reader.kinds[field] === NULL ? '' : reader.text(field).trim();
  }

  readTime(field: number, time: TimeReader): void {
    const reader = this.#reader;
    const kind = reader.kinds[field];
    if (kind === NULL) throw notTime('');
    if (kind === NUMBER) {
      const text = reader.text(field);
      time.set(epochMilliseconds(Number(text), text), CLOCK, true);
    } else {
      readTime(reader, field, time);
    }
  }

  readValue(field: number): number {
    return readValue(this.#reader, field, false);
  }

  takeRepeated(row: TakenRow, buffer: PointBuffer, most: number): number {
    const { starts, kinds } = this.#reader;
    const time = starts[row.timeField]!;
    const isInOrder = starts[row.seriesField]! < time && time < starts[row.valueField]!;
    // A time may be a number, which has no month and day; a value may be a text or null.
    if (!isInOrder || kinds[row.timeField] !== TEXT || kinds[row.valueField] !== NUMBER) return 0;
    return takeSimilarRows(this.#reader, buffer, row, POINT, most);
  }
}
