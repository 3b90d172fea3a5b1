// Reads a table over HTTP as pyarrow does through fsspec: its length by HEAD, the last 64 KiB, then in one request the
// columns of the row groups whose statistics fit. Without column orders pyarrow believes no statistics of texts.

import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { zstdDecompressSync } from 'node:zlib';
import { type FileMetaData, parquetMetadata, parquetReadObjects } from 'hyparquet';
import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js';

const TAIL_BYTES = 64 * 1024;
/** After the footer: its length, and a mark. */
const END_BYTES = 8;
const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) };

export interface Part {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Asks with the headers as given: `fetch` adds its own. */
export function ask(url: string, headers: OutgoingHttpHeaders, method = 'GET'): Promise<Part> {
  const { promise, resolve, reject } = Promise.withResolvers<Part>();
  const sent = request(url, { method, headers }, (answer) => {
    Array.fromAsync(answer).then((parts) => {
      const bytes = Buffer.concat(parts);
      resolve({ status: answer.statusCode!, headers: answer.headers, bytes });
    }, reject);
  });
  sent.on('error', reject).end();
  return promise;
}

/** The rows of one series, and all requests that were sent for them. */
export async function readLikeArrow(url: string, code: string, key: OutgoingHttpHeaders) {
  const asked: Part[] = [];
  const note = (part: Part): Part => {
    asked.push(part);
    return part;
  };
  const read = async (start: number, end: number): Promise<Buffer> => {
    const range = `bytes=${start}-${end - 1}`;
    const headers = { ...key, range, accept: '*/*', 'accept-encoding': 'gzip, deflate' };
    return note(await ask(url, headers)).bytes;
  };
  const head = note(await ask(url, { ...key, 'accept-encoding': 'identity' }, 'HEAD'));
  const byteLength = Number(head.headers['content-length']);
  const tail = await read(Math.max(0, byteLength - TAIL_BYTES), byteLength);
  const metadata = parquetMetadata(Uint8Array.from(tail).buffer);
  const wanted = groupsOf(metadata, hasColumnOrders(tail), code);
  const start = Math.min(...wanted.map(({ start }) => start));
  const part = await read(start, Math.max(...wanted.map(({ end }) => end)));
  const slice = (from: number, to = byteLength): ArrayBuffer =>
    Uint8Array.from(part.subarray(from - start, to - start)).buffer;
  const rows: Record<string, unknown>[] = [];
  for (const { rowStart, rowEnd } of wanted) {
    const file = { byteLength, slice };
    rows.push(...(await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors })));
  }
  return { rows: rows.filter(({ series }) => series === code), asked, byteLength };
}

function hasColumnOrders(tail: Buffer): boolean {
  const length = tail.readUInt32LE(tail.length - END_BYTES);
  const footer = Uint8Array.from(tail.subarray(tail.length - END_BYTES - length));
  const reader = { view: new DataView(footer.buffer), offset: 0 };
  return deserializeTCompactProtocol(reader).field_7 !== undefined;
}

/** The row groups that may have a series: their rows and their bytes. */
function groupsOf({ row_groups }: FileMetaData, believes: boolean, code: string) {
  let rowEnd = 0;
  const groups = row_groups.map(({ columns, num_rows }) => {
    const rowStart = rowEnd;
    rowEnd += Number(num_rows);
    const { statistics } = columns[0]!.meta_data!;
    const isWanted =
      !believes || (code >= statistics!.min_value! && code <= statistics!.max_value!);
    const [first, last] = [columns[0]!.meta_data!, columns.at(-1)!.meta_data!];
    const lastAt = last.dictionary_page_offset ?? last.data_page_offset;
    const start = Number(first.dictionary_page_offset ?? first.data_page_offset);
    return { isWanted, rowStart, rowEnd, start, end: Number(lastAt + last.total_compressed_size) };
  });
  return groups.filter(({ isWanted }) => isWanted);
}
