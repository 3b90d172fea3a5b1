// The rows of a sheet as XML: codes by their number among the shared strings, times as Excel's day
// numbers, values as they are. A gap has no cell.

import type { ByteWriter } from '#bytes/byte-writer';
import { TimeWriter } from '#bytes/time-writer';
import { DAY_MS, type Instant } from '#core/time/instant';
import { UTC } from '#core/time/zone';
import { type ExportTable, headerOf, kindOf, type RowBatch } from '#exporters/export-table';
import { requireSheetRows } from '#exporters/sheet-limits';
import {
  columnLetters,
  HEADER_STYLE,
  SECOND_STYLE,
  type SheetTimes,
  TIME_STYLE,
} from '#exporters/sheet-parts';

/** Days from Excel's day 0 to 1970-01-01. */
const EPOCH_DAYS = 25_569;
/** 1900-03-01. Before it Excel counts a day that did not exist, or has no number at all. */
const FIRST_SERIAL = 61;

// A cell is `<c r="B`, the row's number, one of these openings, its content, and its end.
const PLAIN = Buffer.from('"><v>');
const DATED = Buffer.from(`" s="${TIME_STYLE}"><v>`);
const DATED_TO_SECOND = Buffer.from(`" s="${SECOND_STYLE}"><v>`);
const SHARED = Buffer.from('" t="s"><v>');
const END = Buffer.from('</v></c>');
const TEXT = Buffer.from('" t="inlineStr"><is><t>');
const END_OF_TEXT = Buffer.from('</t></is></c>');
const ROW = Buffer.from('<row r="');
const END_OF_TAG = Buffer.from('">');
const END_OF_ROW = Buffer.from('</row>');

export class SheetRows {
  readonly #out: ByteWriter;
  readonly #earlyTimes: TimeWriter;
  /** The opening of the cells of times in the columns behind the first. */
  readonly #otherDated: Buffer;
  /** The first bytes of the cells of each column. */
  readonly #openings: readonly Buffer[];
  readonly #isLong: boolean;
  readonly #table: ExportTable;
  /** The number of the first name among the shared strings. */
  readonly #firstName: number;
  /** Rows below the header so far. */
  #rows = 0;

  constructor(table: ExportTable, out: ByteWriter, times: SheetTimes = 'utc') {
    this.#out = out;
    this.#earlyTimes = new TimeWriter(UTC, times === 'utc');
    this.#otherDated = times === 'utc' ? DATED : DATED_TO_SECOND;
    this.#openings = headerOf(table).map((_, at) => Buffer.from(`<c r="${columnLetters(at)}`));
    this.#isLong = table.codes !== undefined;
    this.#table = table;
    this.#firstName = this.#openings.length + (table.codes?.length ?? 0);
  }

  /** Writes the header. Its names are the first of the shared strings; the codes and names follow them. */
  writeHeader(): void {
    this.#out.text('<row r="1">');
    for (const [at, opening] of this.#openings.entries()) {
      this.#out.text(`${opening}1" s="${HEADER_STYLE}" t="s"><v>${at}</v></c>`);
    }
    this.#out.fragment(END_OF_ROW);
  }

  writeRow({ series, times, values }: RowBatch, row: number): void {
    const out = this.#out;
    requireSheetRows(++this.#rows);
    out.fragment(ROW);
    out.number(this.#rows + 1);
    out.fragment(END_OF_TAG);
    if (this.#isLong) this.#writeNumber(0, SHARED, this.#openings.length + series[row]!);
    const timeColumn = this.#isLong ? 1 : 0;
    this.#writeTime(timeColumn, DATED, times[row]!);
    for (let column = 0; column < values.length; column++) {
      const value = values[column]![row]!;
      if (Number.isFinite(value)) this.#writeValue(timeColumn + 1 + column, column, value);
    }
    out.fragment(END_OF_ROW);
  }

  #writeValue(cell: number, column: number, value: number): void {
    const kind = kindOf(this.#table, column);
    if (kind === 'number') this.#writeNumber(cell, PLAIN, value);
    else if (kind === 'time') this.#writeTime(cell, this.#otherDated, value);
    else this.#writeNumber(cell, SHARED, this.#firstName + value);
  }

  #writeTime(column: number, opening: Buffer, instant: Instant): void {
    const serial = instant / DAY_MS + EPOCH_DAYS;
    if (serial >= FIRST_SERIAL) this.#writeNumber(column, opening, serial);
    else this.#writeEarlyTime(column, instant);
  }

  /** Writes a time that Excel has no number for as text. */
  #writeEarlyTime(column: number, instant: Instant): void {
    this.#openCell(column, TEXT);
    this.#earlyTimes.write(instant, this.#out);
    this.#out.fragment(END_OF_TEXT);
  }

  #writeNumber(column: number, opening: Buffer, value: number): void {
    this.#openCell(column, opening);
    this.#out.number(value);
    this.#out.fragment(END);
  }

  #openCell(column: number, opening: Buffer): void {
    this.#out.fragment(this.#openings[column]!);
    this.#out.number(this.#rows + 1);
    this.#out.fragment(opening);
  }
}
