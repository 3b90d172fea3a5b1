// The rows of a CSV, read piece by piece.

import { quoteGiven } from '#core/nearest';
import { COMMA, type CsvDialect } from '#importers/bytes/csv-dialect';
import { CsvReader } from '#importers/bytes/csv-reader';
import type { TimeReader } from '#importers/bytes/parse-time';
import { checkFieldCount, readTime, readValue, takesComma } from '#importers/bytes/read-field';
import { ImportFault, LINES } from '#importers/files/import-fault';
import type { PointBuffer } from '#importers/points/point-buffer';
import { POINT, takeSimilarRows } from '#importers/rows/repeated-row-path';
import type { RowReader, TakenRow } from '#importers/rows/row-reader';
import type { ImportSeries, SeriesTable } from '#importers/rows/series-table';

/** Stands for a mark, and is no byte. */
const NO_MARK = -1;

export class CsvRows implements RowReader {
  readonly headWord = 'header';
  readonly place = LINES;
  readonly csv: CsvReader;
  readonly #pieces: AsyncIterator<Uint8Array>;
  /** The dialect that was told; undefined if the file shows it. */
  readonly #told: CsvDialect | undefined;
  #takesComma = false;
  /** The decimal mark of the values so far, and the line that had it first; only if the file may have either. */
  #mark: number | undefined;
  #markLine = 0;

  constructor(pieces: AsyncIterable<Uint8Array>, dialect?: CsvDialect) {
    this.#pieces = pieces[Symbol.asyncIterator]();
    this.#told = dialect;
    this.csv = new CsvReader(dialect?.delimiter);
  }

  get dialect(): string | undefined {
    // Only semicolons let a comma be a decimal mark without being told.
    return this.#mark === COMMA ? 'semicolons between fields and a decimal comma' : undefined;
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
    if (!this.#takesComma) return readValue(this.csv, field, false);
    if (this.#told) this.#refusePoint(field, this.#told);
    const value = readValue(this.csv, field, true);
    if (!this.#told) this.#noteMark(field);
    return value;
  }

  /** Refuses a point in a dialect with a decimal comma: it most likely groups thousands. */
  #refusePoint(field: number, { name }: CsvDialect): void {
    if (!this.#hasByte(field, POINT)) return;
    const given = quoteGiven(this.csv.text(field));
    throw new ImportFault(`${given} has a point, but the dialect ${name} has commas`);
  }

  /** Notes the mark of a number. Refuses a second one: one of the two most likely groups thousands. */
  #noteMark(field: number): void {
    if (this.#mark === undefined) {
      if (this.#hasByte(field, COMMA)) this.#mark = COMMA;
      else if (this.#hasByte(field, POINT)) this.#mark = POINT;
      this.#markLine = this.line;
      return;
    }
    const isComma = this.#mark === COMMA;
    if (!this.#hasByte(field, isComma ? POINT : COMMA)) return;
    const [here, there] = isComma ? ['point', 'comma'] : ['comma', 'point'];
    throw new ImportFault(
      `${quoteGiven(this.csv.text(field))} has a ${here}, but line ${this.#markLine} a ${there}: write all numbers with one decimal mark and nothing between thousands`,
    );
  }

  #hasByte(field: number, byte: number): boolean {
    const { bytes, starts, ends } = this.csv;
    for (let at = starts[field]!; at < ends[field]!; at++) if (bytes[at] === byte) return true;
    return false;
  }

  takeRepeated(row: TakenRow, buffer: PointBuffer, most: number): number {
    const { csv } = this;
    const { starts, ends } = csv;
    // Only in the usual order, and without blanks and quotes, which would stand between a field and its delimiter.
    const isPlain = ends[0] === starts[1]! - 1 && ends[1] === starts[2]! - 1;
    if (!isPlain || row.timeField !== 1 || row.valueField !== 2) return 0;
    const mark = this.#takesComma ? this.#commaOrFound() : POINT;
    return takeSimilarRows(csv, buffer, row, mark, most);
  }

  /** The mark that the fast path takes. A number with the other, or with the first of the file, goes the general way. */
  #commaOrFound(): number {
    return this.#told ? COMMA : (this.#mark ?? NO_MARK);
  }
}
