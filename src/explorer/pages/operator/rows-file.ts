// A file of rows as an operator drops it: its content type and, if it is a text, its first lines.

export interface RowsFile {
  readonly name: string;
  readonly type: string;
  readonly content: Blob;
  /** The first lines, as they are; none of a workbook. */
  readonly lines: readonly string[];
  readonly isWorkbook: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  txt: 'text/csv',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
/** The endings that a file may have, for the chooser. */
export const ENDINGS = Object.keys(TYPES).map((ending) => `.${ending}`);

const SHOWN_LINES = 8;
/** Enough for the first lines of any table. */
const HEAD_BYTES = 16 * 1024;
const LONGEST_LINE = 200;

/** Reads the beginning of a file. Undefined if its name does not end in a known way. */
export async function readRowsFile(file: File): Promise<RowsFile | undefined> {
  const ending = /\.([a-z]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? '';
  const type = TYPES[ending];
  if (type === undefined) return undefined;
  const isWorkbook = ending === 'xlsx';
  const head = isWorkbook ? '' : await file.slice(0, HEAD_BYTES).text();
  const lines = head.split(/\r?\n/).slice(0, SHOWN_LINES);
  return {
    name: file.name,
    type,
    content: file.slice(),
    isWorkbook,
    lines: lines.map((line) => line.slice(0, LONGEST_LINE)).filter((line) => line !== ''),
  };
}
