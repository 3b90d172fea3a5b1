// A table's batches as messages between threads: numbers are handed over, and texts sent as a list of different ones
// with a place in it for each row.

import type { CLOCK, DATE } from '#importers/bytes/parse-time';
import { ImportFault, type Place, type Remedy } from '#importers/files/import-fault';
import { areSameCells } from '#importers/tables/parquet/parquet-pages';
import type { MixedCell, TableBatch, TableColumn } from '#importers/tables/table';

/** Texts of a column: all the same, or each at its place in a list. */
interface SentTexts {
  readonly kind: 'text';
  readonly words: readonly (string | null | undefined)[];
  /** Undefined if all rows have the first word. */
  readonly places: Uint16Array | undefined;
}

interface SentNumbers {
  readonly kind: 'number' | 'time' | 'mixed';
  readonly cells: ArrayLike<MixedCell>;
  readonly form?: typeof DATE | typeof CLOCK;
  readonly hasZone?: boolean;
}

export interface SentBatch {
  readonly count: number;
  readonly firstLine: number;
  readonly columns: readonly (SentTexts | SentNumbers)[];
  /** The bytes of the file that were read so far. */
  readonly readBytes: number;
}

/** A fault, or another error, as it crosses threads. */
export type SentFault =
  | {
      readonly reason: string;
      readonly line: number | undefined;
      readonly column: string | undefined;
      readonly place: Place;
      readonly remedy: Remedy | undefined;
    }
  | { readonly message: string };

/** What is known of a table before its rows. */
export interface SentHead {
  readonly names: readonly string[];
  readonly headWord: string;
  readonly place: Place;
}

export type FromTableThread =
  | SentHead
  | { readonly batch: SentBatch }
  | { readonly isEnd: true }
  | { readonly fault: SentFault };

/** More different texts in a batch than a place can name are sent as they are. */
const MOST_WORDS = 1 << 16;

/** Packs a batch whose rows follow each other, and the memory that is handed over with it. */
export function packBatch(
  { count, columns, firstLine }: TableBatch,
  readBytes: number,
): { batch: SentBatch; memory: ArrayBuffer[] } {
  const memory: ArrayBuffer[] = [];
  const sent = columns.map((column): SentTexts | SentNumbers => {
    if (column.kind === 'text') return packTexts(column.cells, memory);
    // A slice of a longer array would be handed over with all of it.
    const cells = ArrayBuffer.isView(column.cells)
      ? (column.cells as Float64Array).slice()
      : column.cells;
    if (ArrayBuffer.isView(cells)) memory.push(cells.buffer as ArrayBuffer);
    return { ...column, cells };
  });
  return { batch: { count, firstLine: firstLine!, columns: sent, readBytes }, memory };
}

function packTexts(
  cells: ArrayLike<string | null | undefined>,
  memory: ArrayBuffer[],
): SentTexts | SentNumbers {
  if (areSameCells(cells)) return { kind: 'text', words: [cells[0]], places: undefined };
  const places = new Uint16Array(cells.length);
  const words = new Map<string | null | undefined, number>();
  let last = cells[0];
  let place = 0;
  words.set(last, 0);
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] !== last) {
      last = cells[i];
      const known = words.get(last);
      place = known ?? words.size;
      if (known === undefined) words.set(last, place);
      if (words.size > MOST_WORDS) return { kind: 'mixed', cells };
    }
    places[i] = place;
  }
  if (words.size === 1) return { kind: 'text', words: [last], places: undefined };
  memory.push(places.buffer);
  return { kind: 'text', words: [...words.keys()], places };
}

/** Makes batches of messages. Rows of one text share their cells from batch to batch. */
export class BatchReader {
  #same: (string | null | undefined)[] = [];

  unpack({ count, firstLine, columns }: SentBatch): TableBatch {
    const unpacked = columns.map((column): TableColumn => {
      if (column.kind !== 'text') return column as TableColumn;
      return { kind: 'text', cells: this.#texts(column, count) };
    });
    return { count, columns: unpacked, lineOf: (row) => firstLine + row, firstLine };
  }

  #texts({ words, places }: SentTexts, count: number): ArrayLike<string | null | undefined> {
    const [word] = words;
    if (!places) {
      if (this.#same.length < count || this.#same[0] !== word)
        this.#same = Array(Math.max(count, this.#same.length)).fill(word);
      return this.#same;
    }
    const cells = new Array<string | null | undefined>(count);
    for (let i = 0; i < count; i++) cells[i] = words[places[i]!];
    return cells;
  }
}

export const packFault = (error: unknown): SentFault =>
  error instanceof ImportFault
    ? {
        reason: error.reason,
        line: error.line,
        column: error.column,
        place: error.place,
        remedy: error.remedy,
      }
    : { message: (error as Error).message };

export const unpackFault = (fault: SentFault): Error =>
  'reason' in fault
    ? new ImportFault(fault.reason, fault.line, fault.column, fault.place, fault.remedy)
    : new Error(fault.message);
