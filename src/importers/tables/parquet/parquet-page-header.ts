// The header of a Parquet page: what the page holds, checked for its size.

import type { PageHeader } from 'hyparquet/src/types.js';
import { ImportFault } from '#importers/files/import-fault';
import type { Parquet } from '#importers/tables/parquet/parquet-library';
import { checkThrift } from '#importers/tables/parquet/thrift-check';

/** The largest page, as stored and as decompressed. */
export const MAX_PAGE_BYTES = 64 << 20;
/** The most values of a page. Each takes a byte for its level, and up to four for its place in a dictionary. */
const MAX_PAGE_VALUES = 16 << 20;

/** The header at the beginning of the bytes; undefined if it is not whole. Throws if the page is too large. */
export function readPageHeader(
  parquet: Parquet,
  bytes: Uint8Array<ArrayBuffer>,
): { header: PageHeader; headerBytes: number } | undefined {
  const headerBytes = wholeStruct(bytes);
  if (headerBytes === undefined) return undefined;
  const reader = { view: new DataView(bytes.buffer), offset: 0 };
  const header = headerOf(parquet, parquet.deserializeTCompactProtocol(reader));
  checkSizes(header);
  return { header, headerBytes };
}

/** How many bytes the struct at the beginning takes; undefined if it is not whole. */
function wholeStruct(bytes: Uint8Array): number | undefined {
  try {
    return checkThrift(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function headerOf({ PageTypes, Encodings }: Parquet, fields: Record<string, unknown>): PageHeader {
  const part = (name: string) => fields[name] as Record<string, number> | undefined;
  const [data, dictionary, data2] = [part('field_5'), part('field_7'), part('field_8')];
  return {
    type: PageTypes[fields.field_1 as number]!,
    uncompressed_page_size: fields.field_2 as number,
    compressed_page_size: fields.field_3 as number,
    data_page_header: data && {
      num_values: data.field_1!,
      encoding: Encodings[data.field_2!]!,
      definition_level_encoding: Encodings[data.field_3!]!,
      repetition_level_encoding: Encodings[data.field_4!]!,
    },
    dictionary_page_header: dictionary && {
      num_values: dictionary.field_1!,
      encoding: Encodings[dictionary.field_2!]!,
    },
    data_page_header_v2: data2 && {
      num_values: data2.field_1!,
      num_nulls: data2.field_2!,
      num_rows: data2.field_3!,
      encoding: Encodings[data2.field_4!]!,
      definition_levels_byte_length: data2.field_5!,
      repetition_levels_byte_length: data2.field_6!,
      is_compressed: (data2.field_7 as unknown) !== false,
    },
  };
}

function checkSizes(header: PageHeader): void {
  const { uncompressed_page_size, compressed_page_size } = header;
  const part =
    header.data_page_header ?? header.data_page_header_v2 ?? header.dictionary_page_header;
  const values = part?.num_values ?? 0;
  for (const [size, most, unit] of [
    [compressed_page_size, MAX_PAGE_BYTES, 'bytes'],
    [uncompressed_page_size, MAX_PAGE_BYTES, 'bytes'],
    [values, MAX_PAGE_VALUES, 'values'],
  ] as const) {
    if (!(size >= 0)) throw new ImportFault('a page has a size that cannot be');
    if (size > most) {
      throw new ImportFault(
        `a page has ${size} ${unit}; the most is ${most}: write smaller pages or row groups`,
      );
    }
  }
}
