// The formats of files of values: one row each, with the endings of their names.

import { didYouMean, quoteGiven } from '#core/nearest';
import { ImportFault } from '#importers/files/import-fault';

export type FormatName = 'csv' | 'ndjson' | 'parquet' | 'arrow' | 'xlsx';

export interface FileFormat {
  readonly name: FormatName;
  readonly title: string;
  /** Endings without the dot. */
  readonly endings: readonly string[];
  /** The bytes that every such file begins with, if there are any. */
  readonly magic?: string;
  /** Whether files are read from front to back. Others are read at any offset: from a file, never a pipe. */
  readonly isStreamed: boolean;
}

export const FILE_FORMATS: readonly FileFormat[] = [
  { name: 'csv', title: 'CSV', endings: ['csv', 'tsv', 'txt'], isStreamed: true },
  { name: 'ndjson', title: 'NDJSON', endings: ['ndjson', 'jsonl'], isStreamed: true },
  {
    name: 'parquet',
    title: 'Parquet',
    endings: ['parquet', 'pq'],
    magic: 'PAR1',
    isStreamed: false,
  },
  {
    name: 'arrow',
    title: 'Arrow IPC',
    endings: ['arrow', 'arrows', 'ipc', 'feather'],
    magic: 'ARROW1',
    isStreamed: true,
  },
  {
    name: 'xlsx',
    title: 'Excel',
    endings: ['xlsx'],
    magic: 'PK\u0003\u0004',
    isStreamed: false,
  },
];

export const FORMAT_NAMES: readonly FormatName[] = FILE_FORMATS.map(({ name }) => name);

/** Endings of known formats that are not read, each with what to do. */
const NOT_READ: Readonly<Record<string, string>> = {
  xls: 'save it as .xlsx',
  xlsm: 'save it as .xlsx',
  xlsb: 'save it as .xlsx',
  ods: 'save it as .xlsx or .csv',
  json: 'write one object a line (.ndjson)',
  zip: 'unpack it first',
  orc: 'write it as Parquet',
  avro: 'write it as Parquet',
};

/** The format of a name in any case; throws if there is none. */
export function formatNamed(name: string): FileFormat {
  const wanted = name.trim().toLowerCase();
  const found = FILE_FORMATS.find((format) => format.name === wanted);
  if (found) return found;
  throw new ImportFault(
    `${quoteGiven(name)} is not a format${didYouMean(name, FORMAT_NAMES)} (allowed: ${FORMAT_NAMES.join(', ')})`,
  );
}

/** The format of a file by the ending of its name, without that of its compression; else CSV. */
export function formatOfFile(path: string): FileFormat {
  const ending = /\.([^./\\]+)$/.exec(path.toLowerCase().replace(/\.(?:gz|zst)$/, ''))?.[1] ?? '';
  if (Object.hasOwn(NOT_READ, ending)) {
    throw new ImportFault(`files .${ending} are not read: ${NOT_READ[ending]}`);
  }
  return FILE_FORMATS.find(({ endings }) => endings.includes(ending)) ?? FILE_FORMATS[0]!;
}

/** The format whose files begin with these bytes, if there is one. */
export const formatOfBytes = (head: Uint8Array): FileFormat | undefined =>
  FILE_FORMATS.find(
    ({ magic }) => magic !== undefined && Buffer.from(magic).equals(head.subarray(0, magic.length)),
  );
