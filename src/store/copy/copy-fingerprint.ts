// A sum over rows that does not depend on their order, on the engine, or on how they were divided:
// each row is written in one way, hashed, and the hashes are added up.

import { hash } from 'node:crypto';
import type { CopyTable } from '#store/copy/copy-tables';
import type { SqlValue } from '#store/sql/sql-session';

const LANES = 8;
const NULL = 0;
const TAGS = { number: 1, text: 2, bytes: 3 } as const;
/** Of a number, or of a length. */
const TAGGED_BYTES = 9;

/** What a store cannot have, or another engine could not keep. */
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
 * Appends a value to the scratch; returns where it ends. A NUL in a text counts as the sign that
 * PostgreSQL's has in its place (postgres-values.ts).
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

/** SQLite keeps any value in any column; only a damaged store has one that is not of its kind. */
function checkKinds({ name, columns, key }: CopyTable, row: readonly SqlValue[]): void {
  for (const [i, [column, kind]] of columns.entries()) {
    const value = row[i]!;
    const found = value === null ? kind : kindOf(value);
    if (found === kind) continue;
    const where = key.map((each) => row[columns.findIndex(([one]) => one === each)]).join(', ');
    throw new CopyFault(
      `The row ${where} of the table ${name} has ${found} instead of ${kind} in its column ${column}. See gridtide check.`,
    );
  }
}

/** The rows of one table, summed. */
export class Fingerprint {
  readonly #lanes = new Uint32Array(LANES);
  rows = 0;
  /** Of the rows as they are written for the sum. */
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

  /** Tables whose rows differ. */
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

  /** One checksum of it all, in hexadecimal digits: the same for the same rows in the same tables. */
  checksum(): string {
    const lines = [...this.#byTable].map(
      ([{ name, columns }, sum]) => `${name} (${columns.map(([each]) => each)}) ${sum}\n`,
    );
    return hash('sha256', lines.sort().join(''), 'hex');
  }
}
