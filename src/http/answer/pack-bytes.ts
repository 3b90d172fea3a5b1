// Compresses bytes. The levels are those at which an answer is made and sent soonest: figures in
// docs/evidence/benchmarks.md.

import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Coding } from '#http/answer/content-coding';

const { constants } = zlib;

interface Way {
  sync(bytes: Uint8Array, options: object): Buffer;
  /** Packs bytes in one of Node's own threads. */
  apart(bytes: Uint8Array, options: object): Promise<Buffer>;
  stream(options: object): Transform;
  readonly options: object;
  /** The options for bytes that are packed once and sent often. */
  readonly thorough: object;
}

const WAYS: Readonly<Record<Coding, Way>> = {
  zstd: {
    sync: zlib.zstdCompressSync,
    apart: promisify<Uint8Array, object, Buffer>(zlib.zstdCompress),
    stream: zlib.createZstdCompress,
    // Level 1 takes matches of 7 bytes in long texts only. In a year of hours they save a quarter of the CPU, and
    // the answer grows by a sixteenth.
    options: { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_minMatch]: 7 } },
    thorough: { params: { [constants.ZSTD_c_compressionLevel]: 9 } },
  },
  br: {
    sync: zlib.brotliCompressSync,
    apart: promisify<Uint8Array, object, Buffer>(zlib.brotliCompress),
    stream: zlib.createBrotliCompress,
    options: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
    thorough: { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } },
  },
  gzip: {
    sync: zlib.gzipSync,
    apart: promisify<Uint8Array, object, Buffer>(zlib.gzip),
    stream: zlib.createGzip,
    options: { level: 1 },
    thorough: { level: 9 },
  },
};

/** Answers shrink to a tenth to a fifth. The result then is one piece, which is not copied together. */
const LIKELY_SHARE = 4;
const LEAST_PIECE = 1_024;
const MOST_PIECE = 2 ** 20;

const optionsFor = (coding: Coding, length: number): object => {
  const chunkSize = Math.min(MOST_PIECE, Math.max(LEAST_PIECE, Math.ceil(length / LIKELY_SHARE)));
  const size = coding === 'zstd' ? { pledgedSrcSize: length } : {};
  return { ...WAYS[coding].options, ...size, chunkSize };
};

export const packSync = (bytes: Uint8Array, coding: Coding): Buffer =>
  WAYS[coding].sync(bytes, optionsFor(coding, bytes.length));

export const packApart = (bytes: Uint8Array, coding: Coding): Promise<Buffer> =>
  WAYS[coding].apart(bytes, optionsFor(coding, bytes.length));

/** Takes some tens of milliseconds of another thread for a megabyte, and saves a third of its bytes. */
export const packThoroughly = (bytes: Uint8Array, coding: Coding): Promise<Buffer> =>
  WAYS[coding].apart(bytes, WAYS[coding].thorough);

export const openPacker = (coding: Coding): Transform => WAYS[coding].stream(WAYS[coding].options);
