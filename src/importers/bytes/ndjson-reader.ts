// Bytes to rows of NDJSON, streaming: one flat object a line, its values as offsets into one buffer.
// The keys of the first object are the header; every other line has exactly these, in any order.

import { quoteGiven } from '#core/nearest';
import { CarryBuffer } from '#importers/bytes/carry-buffer';
import { ImportFault } from '#importers/files/import-fault';

const LF = 10;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** The longest line in bytes. It bounds memory if the file is no text. */
const MAX_LINE_BYTES = 1 << 20;
const MAX_KEYS = 16_384;

/** How a value is written. Plain numbers, as they are compared once a field. */
export const TEXT = 0;
export const NUMBER = 1;
export const NULL = 2;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

const isBlank = (byte: number): boolean => byte === 32 || byte === 9 || byte === 13;
const endsToken = (byte: number): boolean =>
  byte === COMMA || byte === CLOSE_BRACE || byte === LF || isBlank(byte);

/** Used like a CsvReader: `push`, `next` until false, `push` …, `end`, `next` until false. */
export class NdjsonReader extends CarryBuffer {
  /** Value `i` is `bytes[starts[i]…ends[i])`, without quotes; its start is -1 if its key is missing. */
  starts = new Int32Array(8);
  ends = new Int32Array(8);
  kinds = new Uint8Array(8);
  /** The keys of the first line, in its order. */
  readonly names: string[] = [];
  /** The line of the object, counted from 1. */
  line = 0;
  /** The offsets of the object's first byte, and behind its last one. */
  rowStart = 0;
  rowEnd = 0;

  readonly #fields = new Map<string, number>();
  readonly #keys: Uint8Array[] = [];
  #isFirst = true;

  push(piece: Uint8Array): void {
    if (this.limit - this.at > MAX_LINE_BYTES) {
      throw new ImportFault('the line is longer than 1 MiB: is the file NDJSON?', this.line + 1);
    }
    this.add(piece);
  }

  /** Moves to the next object; false if more bytes are needed, or none are left. */
  next(): boolean {
    while (this.at < this.limit) {
      const lineEnd = this.bytes.indexOf(LF, this.at);
      if (lineEnd === this.limit && !this.isEnded) return false;
      this.line++;
      const start = this.#skipBlanks(this.#skipMark(this.at));
      this.at = Math.min(lineEnd + 1, this.limit);
      if (start === lineEnd) continue;
      this.#readObject(start, lineEnd);
      return true;
    }
    return false;
  }

  /** The line of the next object. */
  get restLine(): number {
    return this.line + 1;
  }

  /** Steps over `lines` lines, to the offset at which the next begins. */
  skip(lines: number, restStart: number): void {
    this.at = restStart;
    this.line += lines;
  }

  /** The text of a value. */
  text(field: number): string {
    return decoder.decode(this.bytes.subarray(this.starts[field], this.ends[field]));
  }

  #readObject(start: number, lineEnd: number): void {
    const { bytes } = this;
    if (bytes[start] !== OPEN_BRACE) throw this.#notObject(start, lineEnd);
    this.starts.fill(-1);
    let at = this.#skipBlanks(start + 1);
    let count = 0;
    while (bytes[at] !== CLOSE_BRACE || count > 0) {
      if (bytes[at] !== QUOTE) throw this.#fault('a key in double quotes is expected');
      const keyEnd = this.#stringEnd(at);
      const field = this.#fieldOf(at, keyEnd, count);
      at = this.#skipBlanks(keyEnd + 1);
      if (bytes[at] !== COLON) throw this.#fault('":" is expected after a key');
      at = this.#skipBlanks(this.#readValue(this.#skipBlanks(at + 1), field));
      count++;
      if (bytes[at] === CLOSE_BRACE) break;
      if (bytes[at] !== COMMA) throw this.#fault('"," or "}" is expected after a value');
      at = this.#skipBlanks(at + 1);
    }
    if (this.#skipBlanks(at + 1) !== lineEnd) throw this.#fault('text follows the object');
    this.rowStart = start;
    this.rowEnd = at + 1;
    this.#isFirst = false;
    if (count < this.names.length) this.#refuseMissing();
  }

  /** The field of the key between quotes; the keys of the first line become fields. */
  #fieldOf(open: number, close: number, expected: number): number {
    const key = this.#keys[expected];
    let field = key && this.#isKey(key, open + 1, close) ? expected : -1;
    if (field < 0) {
      const name = this.#decodeString(open, close);
      field = this.#fields.get(name) ?? this.#addField(name, open, close);
    }
    if (this.starts[field] !== -1) {
      throw this.#fault(`the key ${quoteGiven(this.names[field]!)} is given twice`);
    }
    return field;
  }

  #isKey(key: Uint8Array, start: number, end: number): boolean {
    if (key.length !== end - start) return false;
    for (let at = 0; at < key.length; at++) if (key[at] !== this.bytes[start + at]) return false;
    return true;
  }

  #addField(name: string, open: number, close: number): number {
    if (!this.#isFirst) {
      throw this.#fault(`the key ${quoteGiven(name)} is not one of the first line's`);
    }
    const field = this.names.length;
    if (field === MAX_KEYS) throw this.#fault(`there are more than ${MAX_KEYS} keys`);
    this.names.push(name);
    this.#fields.set(name, field);
    this.#keys.push(this.bytes.slice(open + 1, close));
    if (field === this.starts.length) this.#growFields();
    return field;
  }

  #growFields(): void {
    const { starts, ends, kinds } = this;
    this.starts = new Int32Array(2 * starts.length).fill(-1);
    this.ends = new Int32Array(2 * ends.length);
    this.kinds = new Uint8Array(2 * kinds.length);
    this.starts.set(starts);
    this.ends.set(ends);
    this.kinds.set(kinds);
  }

  /** Takes the value that begins at `start`; returns the offset behind it. */
  #readValue(start: number, field: number): number {
    const { bytes } = this;
    const first = bytes[start]!;
    if (first === QUOTE) return this.#readString(start, field);
    if (first === OPEN_BRACE || first === OPEN_BRACKET) {
      const what = first === OPEN_BRACE ? 'an object' : 'an array';
      throw this.#fault(`${quoteGiven(this.names[field]!)} holds ${what}, not one value`);
    }
    let end = start;
    while (!endsToken(bytes[end]!)) end++;
    if (end === start) throw this.#fault(`${quoteGiven(this.names[field]!)} has no value`);
    // `n`, `u`, `l`, `l`
    const isNull = end - start === 4 && this.view.getUint32(start) === 0x6e756c6c;
    this.kinds[field] = isNull ? NULL : NUMBER;
    this.starts[field] = start;
    this.ends[field] = isNull ? start : end;
    return end;
  }

  #readString(open: number, field: number): number {
    const close = this.#stringEnd(open);
    let start = open + 1;
    let end = close;
    if (this.#hasEscape(start, close)) {
      // A text is never longer than with its escapes, so it fits into its own place.
      const text = encoder.encode(this.#decodeString(open, close));
      this.bytes.set(text, start);
      end = start + text.length;
    }
    while (start < end && isBlank(this.bytes[start]!)) start++;
    while (start < end && isBlank(this.bytes[end - 1]!)) end--;
    this.kinds[field] = TEXT;
    this.starts[field] = start;
    this.ends[field] = end;
    return close + 1;
  }

  #hasEscape(start: number, end: number): boolean {
    for (let at = start; at < end; at++) if (this.bytes[at] === BACKSLASH) return true;
    return false;
  }

  #decodeString(open: number, close: number): string {
    const json = decoder.decode(this.bytes.subarray(open, close + 1));
    try {
      return JSON.parse(json) as string;
    } catch {
      throw this.#fault(`${json.slice(0, 60)} is not a JSON text`);
    }
  }

  /** The offset of the quote that closes a text. */
  #stringEnd(open: number): number {
    const { bytes } = this;
    let at = open + 1;
    for (; bytes[at] !== QUOTE; at++) {
      if (bytes[at] === BACKSLASH) at++;
      if (bytes[at] === LF) throw this.#fault('a quote is opened and never closed');
    }
    return at;
  }

  #skipBlanks(start: number): number {
    let at = start;
    while (isBlank(this.bytes[at]!)) at++;
    return at;
  }

  /** Steps over a byte order mark at the very beginning; UTF-16 is refused. */
  #skipMark(start: number): number {
    if (this.line > 1) return start;
    const [first, second, third] = this.bytes;
    if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
      throw new ImportFault('the file is UTF-16 text: save it as UTF-8');
    }
    return first === 0xef && second === 0xbb && third === 0xbf ? start + 3 : start;
  }

  #refuseMissing(): never {
    const name = this.names[this.starts.indexOf(-1)]!;
    throw this.#fault(`the key ${quoteGiven(name)} is missing (a gap is null)`);
  }

  #notObject(start: number, lineEnd: number): ImportFault {
    const given = decoder.decode(this.bytes.subarray(start, Math.min(lineEnd, start + 60))).trim();
    return this.#fault(`a line is one JSON object, but this one is ${quoteGiven(given)}`);
  }

  #fault(reason: string): ImportFault {
    return new ImportFault(reason, this.line);
  }
}
