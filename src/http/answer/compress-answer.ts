// Compresses answers on their way out: short ones at once, longer ones in Node's own threads, streams piece by
// piece. A kept answer is compressed once. Large answers come compressed from their own threads already.

import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Coding, setCoding, tagWith } from '#http/answer/content-coding';

/**
 * Up to these sizes the server's own thread compresses within a millisecond, which is any year of hours by zstd.
 * Another thread would take a fifth more CPU.
 */
const AT_ONCE_BYTES = { zstd: 384 * 1024, br: 32 * 1024, gzip: 32 * 1024 } as const;

const MOST_COPY_BYTES = 64 * 2 ** 20;

export type Payload = string | Buffer | Readable;

export class AnswerPacker {
  readonly #mostBytes: number;
  #bytes = 0;
  /** Kept answers that are being compressed, by ETag: all who ask for one in the meantime share it. */
  readonly #underWay = new Map<string, Promise<Buffer>>();

  /**
   * `mostBytes` is for answers that are being compressed, and for those that are compressed and not yet read by
   * their clients. Beyond it an answer is sent as it is.
   */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** The bytes of answers that are being compressed, or are compressed and not yet read. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the payload to send, and sets its headers. */
  async pack(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: Payload,
    coding: Coding,
  ): Promise<Payload> {
    if (payload instanceof Readable) {
      setCoding(reply, coding);
      // Errors reach the reader of the stream; the pipeline only ends both streams together.
      return pipeline(payload, openPacker(coding), () => {});
    }
    if (this.#bytes > this.#mostBytes) return payload;
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    this.#bytes += bytes.length;
    const packed = await this.#packBytes(request, bytes, coding).finally(() => {
      this.#bytes -= bytes.length;
    });
    if (packed.length >= bytes.length) return payload;
    this.#holdUntilSent(reply, packed.length);
    setCoding(reply, coding);
    return packed;
  }

  #packBytes(
    { plainTag, keepsIn }: FastifyRequest,
    bytes: Buffer,
    coding: Coding,
  ): Promise<Buffer> {
    if (!keepsIn) return packBytes(bytes, coding);
    const tag = tagWith(plainTag!, coding);
    const shared = this.#underWay.get(tag);
    if (shared) return shared;
    const packing = packBytes(bytes, coding)
      .then((packed) => {
        keepsIn.keepCopy(tag, packed);
        return packed;
      })
      .finally(() => this.#underWay.delete(tag));
    this.#underWay.set(tag, packing);
    return packing;
  }

  #holdUntilSent({ raw }: FastifyReply, bytes: number): void {
    if (raw.closed) return;
    this.#bytes += bytes;
    raw.once('close', () => {
      this.#bytes -= bytes;
    });
  }
}

const packBytes = async (bytes: Buffer, coding: Coding): Promise<Buffer> =>
  bytes.length <= AT_ONCE_BYTES[coding] ? packSync(bytes, coding) : packApart(bytes, coding);

/** The packer of this process. */
export const packer = new AnswerPacker(MOST_COPY_BYTES);

// The ways to compress bytes. The levels are those at which an answer is made and sent soonest: figures in
// docs/evidence/benchmarks.md.

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
    // Level 1 with a table of 128 slots instead of 16,384: a line resembles the one before, and matches from further
    // back cost more than they save. Ten years of hours take 21 to 32 % less CPU and have 14 to 31 % fewer bytes; a
    // list of series has 8 % more. Matches have 7 bytes at least.
    options: {
      params: {
        [constants.ZSTD_c_compressionLevel]: 1,
        [constants.ZSTD_c_minMatch]: 7,
        [constants.ZSTD_c_hashLog]: 7,
        [constants.ZSTD_c_windowLog]: 17,
      },
    },
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

const LEAST_PIECE = 1_024;
const MOST_PIECE = 2 ** 20;
/** Answers shrink to a tenth to a fifth. The result then is one piece, which is not copied together. */
const LIKELY_SHARE = 4;

/** With room for bytes that do not shrink at all, zstd reads the answer in place, without a copy of its own. */
const roomFor = (length: number): number => length + (length >> 8) + LEAST_PIECE;

function pieceFor(coding: Coding, length: number): number {
  if (coding === 'zstd') return roomFor(length);
  return Math.min(MOST_PIECE, Math.max(LEAST_PIECE, Math.ceil(length / LIKELY_SHARE)));
}

/** Packs bytes. The result has memory of its own length. */
export function packSync(bytes: Uint8Array, coding: Coding): Buffer<ArrayBuffer> {
  const { sync, options } = WAYS[coding];
  const chunkSize = pieceFor(coding, bytes.length);
  return fitted(sync(bytes, { ...options, chunkSize, pledgedSrcSize: bytes.length }), chunkSize);
}

/** The same in one of Node's own threads. */
export async function packApart(bytes: Uint8Array, coding: Coding): Promise<Buffer> {
  const { apart, options } = WAYS[coding];
  const chunkSize = pieceFor(coding, bytes.length);
  const packed = await apart(bytes, { ...options, chunkSize, pledgedSrcSize: bytes.length });
  return fitted(packed, chunkSize);
}

/**
 * Moves bytes into memory of their own length, and frees the room that they were made in: it is some ten times as
 * long. Left to the collector, it makes V8 look through all of the heap again and again, which took an eighth of
 * the CPU of ten years of hours.
 */
function fitted(packed: Buffer, room: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(new Uint8Array(packed).buffer);
  // Other memory is Node's pool, which other buffers share.
  if (packed.buffer.byteLength === room) (packed.buffer as ArrayBuffer).transfer(0);
  return bytes;
}

/** Takes some tens of milliseconds of another thread for a megabyte, and saves a third of its bytes. */
export const packThoroughly = (bytes: Uint8Array, coding: Coding): Promise<Buffer> =>
  WAYS[coding].apart(bytes, WAYS[coding].thorough);

export const openPacker = (coding: Coding): Transform => WAYS[coding].stream(WAYS[coding].options);
