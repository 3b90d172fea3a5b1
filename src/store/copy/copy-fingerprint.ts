// A sum over rows that depends neither on their order nor on the engine nor on how they were divided.
// Each row is written in one form and hashed, and the hashes are added.

import { hash } from 'node:crypto';
import type { CopyTable } from '#store/copy/copy-tables';
import type { SqlValue } from '#store/sql/sql-session';

const LANES = 8;
const NULL = 0;
const TAGS = { number: 1, text: 2, bytes: 3 } as const;
/** The bytes of a tagged number. */
const TAGGED_BYTES = 9;

/** A refusal of a copy: a target with other data, or a row that could not be copied whole. */
export class CopyFault extends Error {
  override readonly name = 'CopyFault';
}

let scratch = Buffer.alloc(1 << 16);

function reserve(bytes: number): void {
  if (bytes <= scratch.length) return;
  const grown = Buffer.alloc(2 * bytes);
  scratch.copy(grown);
  scratch = grown;
}

/**
 * Appends a value to the scratch buffer and returns its end. A NUL in a text counts as U+FFFD, as which
 * it is written (sql-session.ts).
 */
function put(value: SqlValue, at: number): number {
  reserve(at + TAGGED_BYTES);
  if (value === null) {
    scratch[at] = NULL;
    return at + 1;
  }
  if (typeof value === 'number') {
    scratch[at] = TAGS.number;
    scratch.writeDoubleBE(value + 0, at + 1); // −0 is 0
    return at + TAGGED_BYTES;
  }
  const isText = typeof value === 'string';
  if (isText && value.includes('\0')) return put(value.replaceAll('\0', '\uFFFD'), at);
  const length = isText ? Buffer.byteLength(value) : value.length;
  const start = at + 5;
  reserve(start + length);
  scratch[at] = isText ? TAGS.text : TAGS.bytes;
  scratch.writeUInt32BE(length, at + 1);
  if (isText) scratch.write(value, start);
  else scratch.set(value, start);
  return start + length;
}

function kindOf(value: SqlValue): keyof typeof TAGS {
  if (typeof value === 'number') return 'number';
  return typeof value === 'string' ? 'text' : 'bytes';
}

/** Refuses a value of the wrong kind. SQLite keeps any value in any column, but only a damaged store has one. */
function checkKinds({ name, columns, key }: CopyTable, row: readonly SqlValue[]): void {
  for (const [i, [column, kind]] of columns.entries()) {
    const value = row[i]!;
    const found = value === null ? kind : kindOf(value);
    if (found === kind) continue;
    const rowKey = key.map((each) => row[columns.findIndex(([one]) => one === each)]).join(', ');
    throw new CopyFault(
      `The row ${rowKey} of the table ${name} has ${found} instead of ${kind} in its column ${column}. See gridtide check.`,
    );
  }
}

/** The sum over rows of one table. */
export class Fingerprint {
  readonly #lanes = new Uint32Array(LANES);
  rows = 0;
  /** The bytes of the rows in the form in which they are hashed. */
  bytes = 0;

  add(table: CopyTable, row: readonly SqlValue[]): void {
    checkKinds(table, row);
    let end = 0;
    for (const value of row) end = put(value, end);
    const digest = hash('sha256', scratch.subarray(0, end), 'buffer');
    for (let lane = 0; lane < LANES; lane++) this.#lanes[lane]! += digest.readUInt32BE(4 * lane);
    this.rows++;
    this.bytes += end;
  }

  addAll(other: Fingerprint): void {
    for (let lane = 0; lane < LANES; lane++) this.#lanes[lane]! += other.#lanes[lane]!;
    this.rows += other.rows;
    this.bytes += other.bytes;
  }

  equals(other: Fingerprint): boolean {
    return this.rows === other.rows && this.#lanes.every((lane, i) => lane === other.#lanes[i]);
  }

  toString(): string {
    return `${this.rows} ${this.#lanes.join(' ')}`;
  }
}

/** Fingerprints by table. */
export class Fingerprints {
  readonly #byTable = new Map<CopyTable, Fingerprint>();

  of(table: CopyTable): Fingerprint {
    let found = this.#byTable.get(table);
    if (!found) this.#byTable.set(table, (found = new Fingerprint()));
    return found;
  }

  addAll(other: Fingerprints): void {
    for (const [table, sum] of other.#byTable) this.of(table).addAll(sum);
  }

  /** The names of the tables whose rows differ. */
  differing(other: Fingerprints): string[] {
    const tables = new Set([...this.#byTable.keys(), ...other.#byTable.keys()]);
    return [...tables].filter((each) => !this.of(each).equals(other.of(each))).map((t) => t.name);
  }

  get rows(): number {
    return this.#byTable.values().reduce((sum, { rows }) => sum + rows, 0);
  }

  get bytes(): number {
    return this.#byTable.values().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** One checksum of all tables, in hexadecimal digits: the same for the same rows in the same tables. */
  checksum(): string {
    const lines = [...this.#byTable].map(
      ([{ name, columns }, sum]) => `${name} (${columns.map(([each]) => each)}) ${sum}\n`,
    );
    return hash('sha256', lines.sort().join(''), 'hex');
  }
}
