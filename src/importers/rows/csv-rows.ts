// The rows of a CSV, read piece by piece.

import { quoteGiven } from '#core/nearest';
import { COMMA, type CsvDialect } from '#importers/bytes/csv-dialect';
import { CsvReader } from '#importers/bytes/csv-reader';
import type { TimeReader } from '#importers/bytes/parse-time';
import { checkFieldCount, readTime, readValue, takesComma } from '#importers/bytes/read-field';
import { ImportFault, LINES } from '#importers/files/import-fault';
import type { PointBuffer } from '#importers/points/point-buffer';
import { type Marks, POINT, takeSimilarRows } from '#importers/rows/repeated-row-path';
import type { RowReader, TakenRow } from '#importers/rows/row-reader';
import type { ImportSeries, SeriesTable } from '#importers/rows/series-table';

export class CsvRows implements RowReader {
  readonly headWord = 'header';
  readonly place = LINES;
  readonly csv: CsvReader;
  readonly #pieces: AsyncIterator<Uint8Array>;
  /** The dialect that was told; undefined if the file shows it. */
  readonly #told: CsvDialect | undefined;
  #takesComma = false;
  /** Whether a value with a decimal comma was met; the fast path does not look for it. */
  #hasComma = false;

  constructor(pieces: AsyncIterable<Uint8Array>, dialect?: CsvDialect) {
    this.#pieces = pieces[Symbol.asyncIterator]();
    this.#told = dialect;
    this.csv = new CsvReader(dialect?.delimiter);
  }

  get dialect(): string | undefined {
    // Only semicolons let a comma be a decimal mark without being told.
    return this.#hasComma && !this.#told
      ? 'semicolons between fields and a decimal comma'
      : undefined;
  }

  get line(): number {
    return this.csv.line;
  }

  readHeader(): string[] | undefined {
    const { csv } = this;
    if (!csv.next()) return undefined;
    this.#takesComma = this.#told?.hasComma ?? takesComma(csv);
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
    if (this.#takesComma) this.#noteMark(field);
    return readValue(this.csv, field, this.#takesComma);
  }

  /** Notes a point in a dialect with a decimal comma: it most likely groups thousands. */
  #noteMark(field: number): void {
    const { bytes, starts, ends } = this.csv;
    for (let at = starts[field]!; at < ends[field]!; at++) {
      if (bytes[at] === COMMA) this.#hasComma = true;
      if (bytes[at] !== POINT || !this.#told) continue;
      const given = quoteGiven(this.csv.text(field));
      throw new ImportFault(`${given} has a point, but the dialect ${this.#told.name} has commas`);
    }
  }

  takeRepeated(row: TakenRow, buffer: PointBuffer, most: number): number {
    const { csv } = this;
    const { starts, ends } = csv;
    // Only in the usual order, and without blanks and quotes, which would stand between a field and its delimiter.
    const isPlain = ends[0] === starts[1]! - 1 && ends[1] === starts[2]! - 1;
    if (!isPlain || row.timeField !== 1 || row.valueField !== 2) return 0;
    const marks: Marks = this.#takesComma ? [this.#told ? COMMA : POINT, COMMA] : [POINT, POINT];
    return takeSimilarRows(csv, buffer, row, marks, most);
  }
}
