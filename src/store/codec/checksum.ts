// The checksum that is stored with bytes.

import { crc32 } from 'node:zlib';

/** CRC-32 of the bytes, 0 to 2^32 − 1. It detects any flipped bit, and any damage within 32 bits. */
export const checksumOf = (bytes: Uint8Array): number => crc32(bytes);
