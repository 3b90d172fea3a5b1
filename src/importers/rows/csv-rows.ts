// The rows of a CSV, read piece by piece.

import { CsvReader } from '#importers/bytes/csv-reader';
import type { TimeReader } from '#importers/bytes/parse-time';
import { checkFieldCount, readTime, readValue, takesComma } from '#importers/bytes/read-field';
import { LINES } from '#importers/files/import-fault';
import type { RowReader } from '#importers/rows/row-reader';
import type { ImportSeries, SeriesTable } from '#importers/rows/series-table';

export class CsvRows implements RowReader {
  readonly headWord = 'header';
  readonly place = LINES;
  readonly csv = new CsvReader();
  readonly #pieces: AsyncIterator<Uint8Array>;
  #takesComma = false;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  get line(): number {
    return this.csv.line;
  }

  readHeader(): string[] | undefined {
    const { csv } = this;
    if (!csv.next()) return undefined;
    this.#takesComma = takesComma(csv);
    return Array.from({ length: csv.count }, (_, field) => csv.text(field).trim());
  }

  next(): boolean {
    return this.csv.next();
  }

  async more(): Promise<boolean> {
    const { value: piece, done } = await this.#pieces.next();
    if (done) this.csv.end();
    else this.csv.push(piece);
    return !done;
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  checkCount(expected: number): void {
    checkFieldCount(this.csv, expected);
  }

  findSeries(field: number, table: SeriesTable): ImportSeries | undefined {
    const { csv } = this;
    return table.find(csv, csv.starts[field]!, csv.ends[field]!);
  }

  loadSeries(field: number, table: SeriesTable): Promise<ImportSeries> {
    const { bytes, starts, ends } = this.csv;
    return table.load(bytes.subarray(starts[field], ends[field]));
  }

  readText(field: number): string {
    return this.csv.text(field).trim();
  }

  readTime(field: number, time: TimeReader): void {
    readTime(this.csv, field, time);
  }

  readValue(field: number): number {
    return readValue(this.csv, field, this.#takesComma);
  }
}
