// Any file of ECB reference rates, recognised by its first bytes: zip, XML or CSV.

import { quoteGiven } from '#core/nearest';
import { ImportFault } from '#importers/files/import-fault';
import { isZip, openZip } from '#importers/files/zip-archive';
import { readRateCsv } from '#sources/ecb/ecb-csv';
import type { RateTable } from '#sources/ecb/ecb-rates';
import type { Pieces } from '#sources/source';

/** A zip is read from its end, so all of it is in memory. The ECB's of all years is 0.6 MB. */
const MAX_ZIP_BYTES = 16 << 20;
/** The CSV of all years since 1999 is 2 MB. */
const MAX_UNPACKED_BYTES = 64 << 20;
const LESS_THAN = 0x3c;
/** Bytes that may stand before the first `<`: white space and a byte order mark. */
const BLANKS = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf];
const HEAD_BYTES = 16;

const isXml = (head: Uint8Array): boolean =>
  head.find((byte) => !BLANKS.includes(byte)) === LESS_THAN;

/** Reads the rates of a file; throws an ImportFault if any part of it is wrong. */
export async function readRates(pieces: Pieces): Promise<RateTable> {
  const rest = iterate(pieces);
  let head: Uint8Array = new Uint8Array(0);
  while (head.length < HEAD_BYTES) {
    const { value, done } = await rest.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const whole = prepend(head, rest);
  if (isZip(head)) return readRateCsv(await openOnlyCsv(await gather(whole)));
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

/** The only member of a zip, which must be a CSV file. */
async function openOnlyCsv(zip: Buffer): Promise<AsyncGenerator<Uint8Array>> {
  const members = await openZip(zip);
  const [only] = members;
  if (!only || members.size > 1) {
    throw new ImportFault(`the zip must hold one file, but holds ${members.size}`);
  }
  const [name, member] = only;
  if (!/^[^/]+\.csv$/i.test(name)) {
    throw new ImportFault(
      `the zip must hold one CSV file without a folder, but holds ${quoteGiven(name)}`,
    );
  }
  if (member.sizeBytes > MAX_UNPACKED_BYTES) {
    throw new ImportFault(`${name} unpacks to more than ${MAX_UNPACKED_BYTES >> 20} MiB`);
  }
  return member.read();
}

async function gather(pieces: AsyncGenerator<Uint8Array>): Promise<Buffer> {
  const gathered: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    if ((bytes += piece.length) > MAX_ZIP_BYTES) {
      throw new ImportFault(`the zip is larger than ${MAX_ZIP_BYTES >> 20} MiB`);
    }
    gathered.push(piece);
  }
  return Buffer.concat(gathered);
}
