// The rows of a table, read batch by batch. The meaning of a cell is decided here for every format.

import { DAY_MS, END_INSTANT, FIRST_INSTANT } from '#core/time/instant';
import type { ByteText } from '#importers/bytes/carry-buffer';
import { checkRange, epochMilliseconds } from '#importers/bytes/number-times';
import { isGap, MAX_SIZE, parseNumber } from '#importers/bytes/parse-number';
import { CLOCK, type TimeReader } from '#importers/bytes/parse-time';
import { impossible, notTime, notValue } from '#importers/bytes/read-field';
import { ImportFault, type Place } from '#importers/files/import-fault';
import type { PointBuffer } from '#importers/points/point-buffer';
import type { RowReader, TakenRow } from '#importers/rows/row-reader';
import type { ImportSeries, SeriesTable } from '#importers/rows/series-table';
import type { MixedCell, Table, TableBatch, TableColumn } from '#importers/tables/table';

/** No time and no number is longer. A longer text is cut, and refused by its beginning. */
const MAX_TEXT = 400;
/** A byte that occurs in no time and no number. */
const OTHER = 0xff;
/** Every zone's clock shows a year from 1 to 9999 between these. */
const FIRST_SURE = FIRST_INSTANT + 2 * DAY_MS;
const END_SURE = END_INSTANT - 2 * DAY_MS;

/** Turns one text after another into bytes, for the readers of bytes. */
class CellText implements ByteText {
  readonly bytes = new Uint8Array(MAX_TEXT + 16);
  readonly view = new DataView(this.bytes.buffer);

  /** Sets the text; returns how many bytes it has. */
  set(text: string): number {
    const length = Math.min(text.length, MAX_TEXT + 1);
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      this.bytes[at] = code < 0x80 ? code : OTHER;
    }
    return length;
  }
}

export class TableRows implements RowReader {
  readonly headWord: string;
  readonly place: Place;
  line: number | undefined;
  readonly #table: Table;
  readonly #batches: AsyncIterator<TableBatch>;
  readonly #text = new CellText();
  readonly #ahead: Promise<IteratorResult<TableBatch>>[] = [];
  #batch: TableBatch | undefined;
  #row = -1;

  constructor(table: Table) {
    this.#table = table;
    this.#batches = table.batches[Symbol.asyncIterator]();
    this.headWord = table.headWord;
    this.place = table.place;
    this.line = table.headLine;
  }

  readHeader(): string[] {
    return this.#table.names.map((name) => name.trim());
  }

  next(): boolean {
    const batch = this.#batch;
    if (!batch || ++this.#row >= batch.count) return false;
    this.line = batch.lineOf(this.#row);
    return true;
  }

  async more(): Promise<boolean> {
    const { value, done } = await (this.#ahead.shift() ?? this.#batches.next());
    this.#batch = done ? undefined : value;
    this.#row = -1;
    return !done;
  }

  readAhead(batches: number): void {
    for (let i = 0; i < batches; i++) {
      const next = this.#batches.next();
      // A fault is told when its batch is asked for.
      next.catch(() => {});
      this.#ahead.push(next);
    }
  }

  async close(): Promise<void> {
    await this.#batches.return?.();
    await this.#table.close();
  }

  /** Does nothing: every row of a table has all of its columns. */
  checkCount(): void {}

  findSeries(field: number, table: SeriesTable): ImportSeries | undefined {
    const cell = this.#column(field).cells[this.#row];
    return table.findText(typeof cell === 'string' ? cell : this.#seriesText(cell));
  }

  loadSeries(field: number, table: SeriesTable): Promise<ImportSeries> {
    return table.loadText(this.#seriesText(this.#column(field).cells[this.#row]));
  }

  readText(field: number): string {
    const cell = this.#column(field).cells[this.#row];
    return cell === null || cell === undefined ? '' : String(cell).trim();
  }

  readTime(field: number, time: TimeReader): void {
    const column = this.#column(field);
    const cell = column.cells[this.#row];
    if (column.kind === 'time') {
      if (cell === null || cell === undefined) throw notTime('');
      time.set(checkRange(cell as number), column.form, column.hasZone);
    } else if (typeof cell === 'number') {
      if (Number.isNaN(cell)) throw notTime('');
      time.set(epochMilliseconds(cell), CLOCK, true);
    } else if (typeof cell === 'string') {
      const text = cell.trim();
      if (!time.read(this.#text, 0, this.#text.set(text))) throw notTime(text);
    } else if (typeof cell === 'object' && cell !== null) {
      time.set(cell.wallMs, CLOCK, cell.hasZone);
    } else {
      throw notTime(cell === null || cell === undefined ? '' : String(cell));
    }
  }

  readValue(field: number): number {
    const column = this.#column(field);
    const cell = column.cells[this.#row];
    if (cell === null || cell === undefined) return Number.NaN;
    if (typeof cell === 'string') return this.#numberOf(cell.trim());
    if (typeof cell !== 'number' || column.kind === 'time') {
      throw new ImportFault(
        `${typeof cell === 'boolean' ? `"${cell}"` : 'a time'} is not a number`,
      );
    }
    if ((cell < MAX_SIZE && cell > -MAX_SIZE) || Number.isNaN(cell)) return cell;
    throw Number.isFinite(cell)
      ? impossible(String(cell))
      : notValue(String(cell), Number.NaN, true);
  }

  /** Rows of one series, one step or some after another: recognised by their cells, without a call for each. */
  takeRepeated(row: TakenRow, buffer: PointBuffer, most: number): number {
    const { columns, count, firstLine } = this.#batch!;
    const { cells: names } = columns[row.seriesField]!;
    const time = columns[row.timeField]!;
    const { cells: found } = columns[row.valueField]!;
    const { cells: times } = time;
    const { stepMs } = row;
    if (time.kind !== 'time' || !time.hasZone || stepMs === undefined || firstLine === undefined)
      return 0;
    if (!(times instanceof Float64Array && found instanceof Float64Array)) return 0;
    const first = this.#row + 1;
    const end = Math.min(count, first + most);
    const { indices, values, lines } = buffer.columnsFor(Math.max(0, end - first));
    const offset = buffer.count - first;
    const name = names[this.#row];
    const start = times[this.#row]!;
    let at = first;
    for (; at < end && names[at] === name; at++) {
      const instant = times[at]!;
      const steps = (instant - start) / stepMs;
      const value = found[at]!;
      if (steps !== Math.floor(steps) || instant < FIRST_SURE || instant >= END_SURE) break;
      // NaN is a gap.
      if (value >= MAX_SIZE || value <= -MAX_SIZE) break;
      indices[offset + at] = row.index + steps;
      values[offset + at] = value;
      lines[offset + at] = firstLine + at;
    }
    buffer.took(row.series, at - first);
    this.#row = at - 1;
    this.line = firstLine + this.#row;
    return at - first;
  }

  #numberOf(text: string): number {
    const { bytes } = this.#text;
    const end = this.#text.set(text);
    const value = parseNumber(bytes, 0, end, false);
    if (value < MAX_SIZE && value > -MAX_SIZE) return value;
    if (Number.isNaN(value) && isGap(bytes, 0, end)) return value;
    throw notValue(text, value, true);
  }

  #seriesText(cell: MixedCell): string {
    if (cell === null || cell === undefined) return '';
    if (typeof cell === 'string') return cell;
    throw new ImportFault('the series must be a text');
  }

  #column(field: number): TableColumn {
    return this.#batch!.columns[field]!;
  }
}
