// Values and texts on their way to PostgreSQL and back.

/** Object identifiers of PostgreSQL's own types, the same on every server. */
const BOOLEAN = 16;
const BYTES = 17;
const NUMBERS = new Set([20, 21, 23, 26, 700, 701, 1700]);

// `\x` and two digits a byte: the driver has no other form of bytes that comes through whole.
const bytesOf = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');

/** Whole numbers stay below 2^53: keys, indices, counts, and milliseconds. */
function parserOf(type: number): (text: string) => unknown {
  if (NUMBERS.has(type)) return Number;
  if (type === BYTES) return bytesOf;
  if (type === BOOLEAN) return (text) => text === 't';
  return (text) => text;
}

export const RESULT_TYPES = { getTypeParser: parserOf };

/** A statement of statements.ts. */
export const toPostgres = (text: string): string => text.replace(/\bBLOB\b/g, 'BYTEA');

/**
 * A migration. Whole numbers get the width that SQLite's have; texts are ordered and compared by bytes,
 * as there, whatever the database's own language is.
 */
export const toPostgresSchema = (text: string): string =>
  toPostgres(text)
    .replace(/\bINTEGER\b/g, 'BIGINT')
    .replace(/\bTEXT\b/g, 'TEXT COLLATE "C"');

const ONE_ROW = /\bVALUES \(([^()]*)\)/;
/** The protocol counts parameters in 16 bits; the server is not made to plan thousands of rows at once. */
const MOST_PARAMETERS = 2_000;

/** How many lists of so many values one statement takes. */
export const rowsPerStatement = (text: string, width: number): number =>
  ONE_ROW.test(text) ? Math.max(1, Math.floor(MOST_PARAMETERS / Math.max(1, width))) : 1;

/** `INSERT … VALUES ($1, $2)` for several rows: a trip to the server for all instead of one for each. */
export function forRows(text: string, width: number, rows: number): string {
  return text.replace(ONE_ROW, (_, row: string) => {
    const numbered = Array.from({ length: rows }, (_unused, i) =>
      row.replace(/\$(\d+)/g, (_sign, n: string) => `$${Number(n) + i * width}`),
    );
    return `VALUES (${numbered.join('), (')})`;
  });
}
