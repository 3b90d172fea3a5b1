// The cells of a sheet, row by row, as its XML is read.

import { quoteGiven } from '#core/nearest';
import { ImportFault, type Place } from '#importers/files/import-fault';
import type { XmlHandler } from '#importers/tables/xlsx/read-xml';
import type { DateStyle } from '#importers/tables/xlsx/xlsx-styles';
import type { Workbook } from '#importers/tables/xlsx/xlsx-workbook';

/** The number of columns in Excel. */
const MAX_COLUMNS = 16_384;

/** A number that its style shows as a date: days since 1900 or 1904. */
export interface DateNumber {
  readonly days: number;
  readonly style: DateStyle;
}

export type SheetCell = string | number | boolean | DateNumber | undefined;

export interface SheetRow {
  /** The row's number in Excel. */
  readonly line: number;
  /** The cells by column; undefined for a column without one. */
  readonly cells: SheetCell[];
}

/** `C17` of column 2, row 17. */
function cellName(column: number, line: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${line}`;
}

function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') {
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column - 1;
}

export class SheetHandler implements XmlHandler {
  /** The rows that are whole; the caller takes them and empties the list. */
  rows: SheetRow[] = [];
  readonly #workbook: Workbook;
  readonly #place: Place;
  #row: { line: number; cells: SheetCell[] } = { line: 0, cells: [] };
  #isInData = false;
  #column = -1;
  #type = 'n';
  #dateStyle: DateStyle | undefined;
  #text = '';
  #isText = false;
  #isReading = false;

  constructor(workbook: Workbook, place: Place) {
    this.#workbook = workbook;
    this.#place = place;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'sheetData') this.#isInData = true;
    if (!this.#isInData) return;
    if (name === 'row') this.#openRow(attributes.r);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'f') throw this.#fault('holds a formula: paste its value instead');
    else if (name === 'rPh') this.#isReading = true;
    else if (name === 'v' || (name === 't' && !this.#isReading)) this.#isText = true;
  }

  close(name: string): void {
    if (name === 'sheetData') this.#isInData = false;
    if (!this.#isInData) return;
    if (name === 'c') this.#closeCell();
    else if (name === 'row') this.rows.push(this.#row);
    else if (name === 'rPh') this.#isReading = false;
    else if (name === 'v' || name === 't') this.#isText = false;
  }

  text(text: string): void {
    if (this.#isText) this.#text += text;
  }

  /** A row or cell without a number or reference follows the one before. */
  #openRow(number: string | undefined): void {
    const line = number === undefined ? this.#row.line + 1 : Number(number);
    if (!(Number.isInteger(line) && line > this.#row.line)) {
      const given = quoteGiven(number ?? '');
      throw new ImportFault(`the row ${given} is out of order`, undefined, undefined, this.#place);
    }
    this.#row = { line, cells: [] };
    this.#column = -1;
  }

  #openCell({ r, s, t }: Readonly<Record<string, string>>): void {
    this.#column = r === undefined ? this.#column + 1 : columnOf(r);
    if (!(this.#column >= this.#row.cells.length && this.#column < MAX_COLUMNS)) {
      const reason = `the cell ${quoteGiven(r ?? '')} is out of order`;
      throw new ImportFault(reason, this.#row.line, undefined, this.#place);
    }
    this.#type = t ?? 'n';
    this.#dateStyle = s === undefined ? undefined : this.#workbook.dateStyles[Number(s)];
    this.#text = '';
    this.#isText = false;
  }

  #closeCell(): void {
    const cell = this.#cell();
    // Columns without a cell, before this one, become undefined.
    if (cell !== undefined) this.#row.cells[this.#column] = cell;
  }

  #cell(): SheetCell {
    const text = this.#text;
    switch (this.#type) {
      case 's':
        return this.#sharedText(text);
      case 'inlineStr':
      case 'str':
      case 'd':
        return text.trim() === '' ? undefined : text;
      case 'b':
        return text.trim() === '1';
      case 'n':
        return this.#number(text.trim());
      case 'e':
        throw this.#fault(`holds the error ${text}: leave it empty for a gap`);
      default:
        throw this.#fault(`is of the unknown type ${quoteGiven(this.#type)}`);
    }
  }

  #sharedText(text: string): string | undefined {
    const shared = text === '' ? undefined : this.#workbook.strings[Number(text)];
    if (shared === undefined) throw this.#fault('refers to a text that the workbook does not have');
    return shared.trim() === '' ? undefined : shared;
  }

  #number(text: string): number | DateNumber | undefined {
    if (text === '') return undefined;
    const value = Number(text);
    if (Number.isNaN(value)) throw this.#fault(`holds ${quoteGiven(text)}, which is no number`);
    return this.#dateStyle ? { days: value, style: this.#dateStyle } : value;
  }

  #fault(reason: string): ImportFault {
    const { line } = this.#row;
    const cell = cellName(this.#column, line);
    return new ImportFault(`cell ${cell} ${reason}`, line, undefined, this.#place);
  }
}
