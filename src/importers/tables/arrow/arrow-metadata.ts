// Arrow's metadata, checked before the library decodes it. The library does not check lengths, and one
// damaged length would make it fill the memory.

import { ImportFault } from '#importers/files/import-fault';
import { FlatTable } from '#importers/tables/arrow/flat-table';

/** The largest record batch, as stored and as decompressed. */
export const MAX_BATCH_BYTES = 256 << 20;
const MAX_ROWS = 1 << 28;
const MAX_COLUMNS = 16_384;
const MAX_TEXT_BYTES = 1_000;
/** The most keys and values that a writer may add, such as the description of a data frame. */
const MAX_EXTRAS = 1_000;

const SCHEMA = 1;
const DICTIONARY_BATCH = 2;
const RECORD_BATCH = 3;
const TIMESTAMP = 10;
/** The types that are read, by number. They have no further parts. */
const TYPES: Readonly<Record<number, string>> = {
  1: 'Null',
  2: 'Int',
  3: 'FloatingPoint',
  5: 'Utf8',
  7: 'Decimal',
  8: 'Date',
  10: 'Timestamp',
  20: 'LargeUtf8',
  24: 'Utf8View',
};
const TYPES_NOT_READ: Readonly<Record<number, string>> = {
  4: 'Binary',
  6: 'Bool',
  9: 'Time',
  11: 'Interval',
  12: 'List',
  13: 'Struct',
  14: 'Union',
  17: 'Map',
  18: 'Duration',
};

export const damaged = (what: string): ImportFault =>
  new ImportFault(`the Arrow data are damaged or cut off (${what})`);

/** Returns how many bytes a message's body has; throws if its metadata is not sound. */
export function checkMessage(metadata: Uint8Array): number {
  return sound(() => {
    const message = FlatTable.rootOf(metadata);
    checkExtras(message, 4, metadata.length);
    const kind = message.byte(1);
    const header = message.table(2);
    if (!header) throw damaged('a message without content');
    if (kind === SCHEMA) checkSchema(header, metadata.length);
    else if (kind === RECORD_BATCH) checkBatch(header);
    else if (kind === DICTIONARY_BATCH) checkBatch(header.table(1));
    else throw new ImportFault(`a message of the kind ${kind} is not read`);
    return bodyBytes(message.long(3));
  });
}

export interface ArrowBlock {
  readonly offset: number;
  readonly metadataBytes: number;
  readonly bodyBytes: number;
}

/** The places of a file's messages, dictionaries first; throws if its footer is not sound. */
export function readFooter(footer: Uint8Array): ArrowBlock[] {
  return sound(() => {
    const root = FlatTable.rootOf(footer);
    const schema = root.table(1);
    if (!schema) throw damaged('a footer without schema');
    checkSchema(schema, footer.length);
    return [...root.structs(2, 24), ...root.structs(3, 24)].map((block) => ({
      offset: Number(block.getBigInt64(0, true)),
      metadataBytes: block.getInt32(8, true),
      bodyBytes: bodyBytes(Number(block.getBigInt64(16, true))),
    }));
  });
}

function sound<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? damaged(error.message) : error;
  }
}

function bodyBytes(bytes: number): number {
  if (!(bytes >= 0)) throw damaged('a length below 0');
  if (bytes <= MAX_BATCH_BYTES) return bytes;
  throw new ImportFault(
    `a record batch has ${bytes} bytes; the most is ${MAX_BATCH_BYTES}: write smaller batches`,
  );
}

function checkSchema(schema: FlatTable, metadataBytes: number): void {
  checkExtras(schema, 2, metadataBytes);
  const fields = schema.tables(1);
  if (fields.length > MAX_COLUMNS) {
    throw new ImportFault(`there are more than ${MAX_COLUMNS} columns`);
  }
  let extraBytes = 0;
  for (const field of fields) {
    const type = field.byte(2);
    if (field.tables(5).length > 0 || !TYPES[type]) {
      throw new ImportFault(
        `there is a column of the type ${TYPES_NOT_READ[type] ?? type}: a text, a number, a date or a time stamp is needed`,
      );
    }
    const zoneBytes = type === TIMESTAMP ? (field.table(3)?.textBytes(1) ?? 0) : 0;
    if (field.textBytes(0) > MAX_TEXT_BYTES || zoneBytes > MAX_TEXT_BYTES) {
      throw damaged(`a name of more than ${MAX_TEXT_BYTES} bytes`);
    }
    extraBytes += checkExtras(field, 6, metadataBytes);
    if (extraBytes > metadataBytes) throw damaged('more texts than bytes for them');
  }
}

/** Many keys and values may lie in the same bytes, so the sum of their sizes is bounded. */
function checkExtras(table: FlatTable, field: number, metadataBytes: number): number {
  const extras = table.tables(field);
  let bytes = 0;
  for (const extra of extras) bytes += extra.textBytes(0) + extra.textBytes(1);
  if (extras.length > MAX_EXTRAS || bytes > metadataBytes) throw damaged('too many extra texts');
  return bytes;
}

/** Columns are flat, so each column of a batch has as many cells as the batch has rows. */
function checkBatch(batch: FlatTable | undefined): void {
  const rows = batch?.long(0) ?? -1;
  if (!batch || !(rows >= 0 && rows <= MAX_ROWS)) throw damaged(`a batch of ${rows} rows`);
  const nodes = batch.structs(1, 16);
  if (nodes.some((node) => Number(node.getBigInt64(0, true)) !== rows)) {
    throw damaged('columns of different lengths');
  }
  for (const buffer of batch.structs(2, 16)) {
    const [offset, length] = [0, 8].map((at) => Number(buffer.getBigInt64(at, true)));
    if (!(offset! >= 0 && length! >= 0)) throw damaged('a buffer before its beginning');
  }
}
