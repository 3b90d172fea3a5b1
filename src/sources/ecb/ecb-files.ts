// Any file of ECB reference rates, known by its first bytes: zip, XML or CSV.

import { ImportFault } from '#importers/files/import-fault';
import { readRateCsv } from '#sources/ecb/ecb-csv';
import type { RateTable } from '#sources/ecb/ecb-rates';
import { isZip, unzipOnly } from '#sources/ecb/ecb-zip';
import type { Pieces } from '#sources/source';

/** A zip is read from its end, so it is held whole; the ECB's of all years is 0.6 MB. */
const MAX_ZIP_BYTES = 16 << 20;
const LESS_THAN = 0x3c;
/** What may stand before the first `<`: white space and a byte order mark. */
const BLANKS = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf];
const HEAD_BYTES = 16;

const isXml = (head: Uint8Array): boolean =>
  head.find((byte) => !BLANKS.includes(byte)) === LESS_THAN;

/** Throws an ImportFault where the content is no such file, or any part of it is wrong. */
export async function readRates(pieces: Pieces): Promise<RateTable> {
  const rest = iterate(pieces);
  let head: Uint8Array = new Uint8Array(0);
  while (head.length < HEAD_BYTES) {
    const { value, done } = await rest.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const whole = prepend(head, rest);
  if (isZip(head)) return readRateCsv(unzipOnly(await gather(whole)));
  if (!isXml(head)) return readRateCsv(whole);
  const { readRateXml } = await import('#sources/ecb/ecb-xml');
  return readRateXml(whole);
}

async function* iterate(pieces: Pieces): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

async function* prepend(
  head: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield head;
  yield* rest;
}

async function gather(pieces: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  const held: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    if ((bytes += piece.length) > MAX_ZIP_BYTES) {
      throw new ImportFault(`the zip is larger than ${MAX_ZIP_BYTES >> 20} MiB`);
    }
    held.push(piece);
  }
  return Buffer.concat(held);
}
