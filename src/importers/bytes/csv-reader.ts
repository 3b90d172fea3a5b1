// Bytes to rows, streaming: fields are offsets into one buffer, so that no string is made per row.
// Accepts a BOM, CRLF, quoted fields, blank lines, and the delimiter that the header shows.

import { CarryBuffer } from '#importers/bytes/carry-buffer';
import { COMMA, SEMICOLON, TAB } from '#importers/bytes/csv-dialect';
import { ImportFault } from '#importers/files/import-fault';

const LF = 10;
const CR = 13;
const BLANK = 32;
const QUOTE = 34;
const DELIMITERS = [COMMA, SEMICOLON, TAB];

/** The longest row in bytes. It bounds memory if a quote never closes or the file is no text. */
const MAX_ROW_BYTES = 1 << 20;

const decoder = new TextDecoder();

/**
 * Whether one of four bytes is below 0x2d, as line breaks, quotes, blanks, tabs and commas are: the
 * subtraction borrows into the top bit of such a byte (or of one above it).
 */
const hasLow = (word: number): boolean => ((word - 0x2d2d2d2d) & ~word & 0x80808080) !== 0;

/**
 * Pull-based: `push` a piece, call `next` until it is false, push the next piece; after the last
 * piece call `end` and then `next` until it is false again. A row is valid until the next call.
 */
export class CsvReader extends CarryBuffer {
  /** Field `i` of the row is `bytes[starts[i]…ends[i])`, without quotes and outer blanks. */
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  count = 0;
  /** The line on which the row begins, counted from 1. */
  line = 0;
  /** The byte between fields; 0 until the header was read. */
  delimiter = 0;

  /** The byte between fields that was told; else the header shows it. */
  readonly #told: number | undefined;
  #nextLine = 1;
  #isBegun = false;
  /** Line breaks inside quotes of the row being scanned. */
  #innerBreaks = 0;
  /** Fields of the row that hold doubled quotes. */
  #doubled: number[] = [];

  constructor(delimiter?: number) {
    super();
    this.#told = delimiter;
  }

  push(piece: Uint8Array): void {
    if (this.limit - this.at > MAX_ROW_BYTES) {
      throw new ImportFault(
        'the line is longer than 1 MiB: is a quote left open, or the file not CSV?',
        this.#nextLine,
      );
    }
    this.add(piece);
  }

  /** Moves to the next row that is not blank; false if more bytes are needed, or none are left. */
  next(): boolean {
    if (this.delimiter === 0 && !this.#begin()) return false;
    while (this.at < this.limit) {
      this.line = this.#nextLine;
      if (!this.#scanRow()) return false;
      if (this.count > 1 || this.starts[0] !== this.ends[0]) return true;
    }
    return false;
  }

  /** The offsets of a row's first byte, and behind its last one. */
  get rowStart(): number {
    return this.starts[0]!;
  }

  get rowEnd(): number {
    return this.ends[this.count - 1]!;
  }

  /** The line on which the next row begins. */
  get restLine(): number {
    return this.#nextLine;
  }

  /** Steps over `lines` lines, to the offset at which the next begins. */
  skip(lines: number, restStart: number): void {
    this.at = restStart;
    this.#nextLine += lines;
  }

  /** The text of a field. */
  text(field: number): string {
    return decoder.decode(this.bytes.subarray(this.starts[field], this.ends[field]));
  }

  #scanRow(): boolean {
    const { bytes, view, delimiter } = this;
    const isLowDelimiter = delimiter !== SEMICOLON;
    let at = this.at;
    this.count = 0;
    this.#innerBreaks = 0;
    if (this.#doubled.length > 0) this.#doubled = [];
    for (;;) {
      while (bytes[at] === BLANK) at++;
      const start = at;
      let byte = bytes[at]!;
      if (byte === QUOTE) {
        at = this.#scanQuoted(start);
        if (at < 0) return false;
        byte = bytes[at]!;
      } else {
        if (isLowDelimiter) {
          while (!hasLow(view.getUint32(at))) at += 4;
          byte = bytes[at]!;
        }
        while (byte !== delimiter && byte !== LF) byte = bytes[++at]!;
        let stop = at;
        if (byte === LF && stop > start && bytes[stop - 1] === CR) stop--;
        while (stop > start && bytes[stop - 1] === BLANK) stop--;
        this.#addField(start, stop);
      }
      if (byte === LF) break;
      at++;
    }
    if (at >= this.limit && !this.isEnded) return false;
    this.at = Math.min(at + 1, this.limit);
    this.#nextLine += 1 + this.#innerBreaks;
    if (this.#doubled.length > 0) this.#undouble();
    return true;
  }

  /** Adds the field whose quote opens at `open`; returns the offset of its delimiter or line break, or -1. */
  #scanQuoted(open: number): number {
    const { bytes } = this;
    let at = open + 1;
    let isDoubled = false;
    for (; ; at++) {
      if (at >= this.limit) {
        if (!this.isEnded) return -1;
        throw new ImportFault('a quote is opened and never closed', this.line);
      }
      if (bytes[at] === LF) this.#innerBreaks++;
      if (bytes[at] !== QUOTE) continue;
      if (bytes[at + 1] !== QUOTE) break;
      isDoubled = true;
      at++;
    }
    if (isDoubled) this.#doubled.push(this.count);
    this.#addField(open + 1, at++);
    while (bytes[at] === BLANK || (bytes[at] === CR && bytes[at + 1] === LF)) at++;
    if (bytes[at] === this.delimiter || bytes[at] === LF) return at;
    // A carriage return that ends the piece may yet be followed by its line break.
    if (at + 1 >= this.limit && !this.isEnded) return -1;
    throw new ImportFault('text follows a closing quote', this.line);
  }

  #addField(start: number, end: number): void {
    if (this.count === this.starts.length) this.#growFields();
    this.starts[this.count] = start;
    this.ends[this.count++] = end;
  }

  #growFields(): void {
    const [starts, ends] = [this.starts, this.ends];
    this.starts = new Int32Array(2 * starts.length);
    this.ends = new Int32Array(2 * ends.length);
    this.starts.set(starts);
    this.ends.set(ends);
  }

  /** Makes each doubled quote one, in place. Only when the row is whole, as a scan may be repeated. */
  #undouble(): void {
    for (const field of this.#doubled) {
      let to = this.starts[field]!;
      for (let from = to; from < this.ends[field]!; from++) {
        this.bytes[to++] = this.bytes[from]!;
        if (this.bytes[from] === QUOTE) from++;
      }
      this.ends[field] = to;
    }
  }

  /** Steps over BOM and blank lines and finds the delimiter; false if the header is not whole yet. */
  #begin(): boolean {
    if (!this.#isBegun) {
      if (this.limit < 3 && !this.isEnded) return false;
      const [first, second, third] = this.bytes;
      if (
        this.limit > 1 &&
        ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
      ) {
        throw new ImportFault('the file is UTF-16 text: save it as UTF-8');
      }
      if (this.limit > 2 && first === 0xef && second === 0xbb && third === 0xbf) this.at = 3;
      this.#isBegun = true;
    }
    const counts = DELIMITERS.map(() => 0);
    let isQuoted = false;
    for (let at = this.at; ; at++) {
      const byte = this.bytes[at]!;
      if (at >= this.limit) {
        if (!this.isEnded) return false;
        break;
      }
      if (byte === QUOTE) isQuoted = !isQuoted;
      if (isQuoted) continue;
      if (byte === LF && !this.#skipBlank(at)) break;
      const which = DELIMITERS.indexOf(byte);
      if (which >= 0) counts[which]!++;
    }
    this.delimiter = this.#told ?? DELIMITERS[counts.indexOf(Math.max(...counts))]!;
    return true;
  }

  /** Drops the line before `lineBreak` if it is blank. */
  #skipBlank(lineBreak: number): boolean {
    for (let at = this.at; at < lineBreak; at++) {
      if (this.bytes[at] !== BLANK && this.bytes[at] !== CR) return false;
    }
    this.at = lineBreak + 1;
    this.#nextLine++;
    return true;
  }
}
