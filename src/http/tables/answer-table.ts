// Answers GET and HEAD of a table's file: validators, and single ranges of bytes. Clients such as DuckDB read the
// length first, then the end of the file, then the columns that they need.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors';
import { readRange } from '#http/tables/byte-range';
import type { OpenTable } from '#http/tables/table-files';

export const PARQUET_TYPE = 'application/vnd.apache.parquet';

/** A part up to this length is read at once; a longer one is sent as it is read. */
const WHOLE_BYTES = 256 * 1024;

/** Sends a table, and closes it. */
export async function sendTable(
  request: FastifyRequest,
  reply: FastifyReply,
  table: OpenTable,
): Promise<FastifyReply> {
  let isSending = false;
  try {
    reply.headers({
      etag: table.etag,
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
    });
    if (isKept(request, table.etag)) return reply.code(304).send();
    const { start, last } = settleRange(request, reply, table);
    const length = last - start + 1;
    reply.headers({ 'content-type': PARQUET_TYPE, 'content-length': length });
    if (request.method === 'HEAD') return reply.send();
    if (length <= WHOLE_BYTES) return reply.send(await readPart(table, start, length));
    isSending = true;
    const options = { start, end: last, highWaterMark: WHOLE_BYTES, autoClose: true };
    return reply.send(table.handle.createReadStream(options));
  } finally {
    if (!isSending) await table.handle.close();
  }
}

/** Whether the client has the file. Refuses if it asks for another than this one. */
function isKept({ headers }: FastifyRequest, etag: string): boolean {
  const wanted = headers['if-match'];
  if (wanted !== undefined && !names(wanted, etag, false)) {
    const detail = 'the table is another than If-Match names: read it again from its beginning';
    throw new Refusal('precondition_failed', detail);
  }
  const kept = headers['if-none-match'];
  return kept !== undefined && names(kept, etag, true);
}

/** Whether a list of tags has this one. `isWeak` also takes the tag of an equivalent file. */
const names = (list: string, etag: string, isWeak: boolean): boolean =>
  list.split(',').some((part) => {
    const tag = part.trim();
    return tag === '*' || tag === etag || (isWeak && tag === `W/${etag}`);
  });

function settleRange(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: OpenTable,
): { start: number; last: number } {
  const all = { start: 0, last: bytes - 1 };
  const condition = headers['if-range'];
  // A part of another file is of no use to the client, so it gets all of this one.
  if (condition !== undefined && condition !== etag) return all;
  const range = readRange(headers.range, bytes);
  if (range === undefined) return all;
  if (range === 'none') {
    reply.header('content-range', `bytes */${bytes}`);
    throw new Refusal('range_unsatisfiable', `the file has ${bytes} bytes, and none of that range`);
  }
  reply.code(206).header('content-range', `bytes ${range.start}-${range.last}/${bytes}`);
  return range;
}

async function readPart({ handle }: OpenTable, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, start + filled);
    if (bytesRead === 0) throw new Error('a spooled file became shorter');
    filled += bytesRead;
  }
  return bytes;
}
