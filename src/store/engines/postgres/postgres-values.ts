// Values and texts on their way to PostgreSQL and back.

/** The object identifiers of PostgreSQL's own types are the same on every server. */
const BOOLEAN = 16;
const BYTES = 17;
const NUMBERS = new Set([20, 21, 23, 26, 700, 701, 1700]);

// Reads `\x` and two digits a byte, the only form of bytes that the driver passes on whole.
const bytesOf = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');

/** The parser of a type. Whole numbers (keys, indices, counts, milliseconds) stay below 2^53. */
function parserOf(type: number): (text: string) => unknown {
  if (NUMBERS.has(type)) return Number;
  if (type === BYTES) return bytesOf;
  if (type === BOOLEAN) return (text) => text === 't';
  return (text) => text;
}

export const RESULT_TYPES = { getTypeParser: parserOf };

/** Writes a statement of statements.ts for PostgreSQL. */
export const toPostgres = (text: string): string => text.replace(/\bBLOB\b/g, 'BYTEA');

/**
 * Writes a migration for PostgreSQL. Whole numbers get SQLite's width, and texts are compared by bytes as
 * in SQLite, whatever the language of the database.
 */
export const toPostgresSchema = (text: string): string =>
  toPostgres(text)
    .replace(/\bINTEGER\b/g, 'BIGINT')
    .replace(/\bTEXT\b/g, 'TEXT COLLATE "C"');

const ONE_ROW = /\bVALUES \(([^()]*)\)/;
/** Far below the protocol's 65,535, so that the server does not plan thousands of rows at once. */
const MOST_PARAMETERS = 2_000;

/** How many rows of `width` values one statement takes. */
export const rowsPerStatement = (text: string, width: number): number =>
  ONE_ROW.test(text) ? Math.max(1, Math.floor(MOST_PARAMETERS / Math.max(1, width))) : 1;

/** Writes `INSERT … VALUES ($1, $2)` for several rows, which saves a trip to the server for each. */
export function forRows(text: string, width: number, rows: number): string {
  return text.replace(ONE_ROW, (_, row: string) => {
    const numbered = Array.from({ length: rows }, (_unused, i) =>
      row.replace(/\$(\d+)/g, (_sign, n: string) => `$${Number(n) + i * width}`),
    );
    return `VALUES (${numbered.join('), (')})`;
  });
}
