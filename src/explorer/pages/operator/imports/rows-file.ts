// A file of rows as an operator drops it: its content type and, if it is a text, its first lines.

export interface RowsFile {
  readonly name: string;
  readonly type: string;
  readonly content: Blob;
  /** The first lines, as they are; none of a workbook. */
  readonly lines: readonly string[];
  readonly isWorkbook: boolean;
  /** Differs between files: two of one name and size may differ in what they hold. */
  readonly stamp: number;
}

let stamps = 0;

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
    stamp: ++stamps,
    lines: lines.map((line) => line.slice(0, LONGEST_LINE)).filter((line) => line !== ''),
  };
}

/** Rows that were typed, as a file. Their titles may be left out. */
export function rowsOfText(text: string): RowsFile {
  const rows = /^\s*[a-z]/i.test(text) ? text : `time,value\n${text}`;
  const lines = rows.split(/\r?\n/).filter((line) => line.trim() !== '');
  const type = TYPES.csv!;
  return {
    ...{ name: 'What you typed', type, isWorkbook: false, stamp: ++stamps },
    content: new Blob([rows], { type }),
    lines: lines.slice(0, SHOWN_LINES).map((line) => line.slice(0, LONGEST_LINE)),
  };
}
