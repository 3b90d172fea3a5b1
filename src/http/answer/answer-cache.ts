// Rendered answers, kept as bytes, each in the codings that clients asked for. An answer's ETag covers everything
// that decides its bytes (versions, span, coding …), so an entry is never wrong, only unused. The least recently
// used go first.

import { BoundedCache } from '#core/bounded-cache';
import { type Coding, LEAST_BYTES, tagWith } from '#http/answer/content-coding';

/** An answer that takes more than this share would push out too many small ones. */
const LARGEST_SHARE = 1 / 4;
/** What a buffer with memory of its own takes besides its bytes. */
const BUFFER_BYTES = 320;
const SMALLEST_STEP = 256;
/** The size from which rounding up to pages hardly costs memory. */
const OWN_PAGES_FROM = 64 * 1024;
/** The share of the memory that is for questions (front/repeated-request.ts). */
const QUESTION_SHARE = 1 / 8;

/** An answer as it is kept: compressed, or as it is. */
export interface KeptForm {
  /** Its ETag, under which it is kept. */
  readonly tag: string;
  readonly coding: Coding | undefined;
  readonly bytes: Buffer;
}

/** A request whose answer is found without reading the store. */
export interface Question {
  readonly route: string;
  /** The ETag of the answer, compressed as it was sent. */
  readonly tag: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** The store's version when the answer was decided. */
  readonly dataVersion: number;
  /** The market's day, which keywords go by. */
  readonly marketDay: number;
  /** The hash of the secret that was presented. */
  readonly credential: string;
  /** A digest of what the secret's holder may do. */
  readonly standing: string;
  /** The answer as text, a byte a character, if it is short. */
  readonly text: string | undefined;
}

export class AnswerCache {
  readonly #answers: BoundedCache<Buffer>;
  /** The remembered questions, by a digest of the request (front/repeated-request.ts). */
  readonly questions: BoundedCache<Question>;
  readonly #largest: number;

  /** `maxBytes` is for everything: answers, the overhead of keeping them, and questions. */
  constructor(maxBytes: number) {
    this.questions = new BoundedCache(maxBytes * QUESTION_SHARE);
    this.#answers = new BoundedCache(maxBytes * (1 - QUESTION_SHARE));
    this.#largest = maxBytes * LARGEST_SHARE;
  }

  /** The bytes that answers take now. */
  get bytes(): number {
    return this.#answers.bytes;
  }

  find(tag: string): Buffer | undefined {
    return this.#answers.find(tag);
  }

  /** The form in which an answer is sent to a client that takes a coding, or none. */
  findForm(etag: string, coding: Coding | undefined): KeptForm | undefined {
    const tag = tagWith(etag, coding);
    const bytes = this.#answers.find(tag);
    if (bytes) return { tag, coding, bytes };
    const plain = coding && this.#answers.peek(etag);
    // A short answer is not compressed.
    if (!plain || plain.length >= LEAST_BYTES) return undefined;
    return { tag: etag, coding: undefined, bytes: plain };
  }

  /**
   * Passes slices on, and keeps the answer when the last one has passed. A shorter one than `packedBelow` bytes is
   * left out, because it is compressed on its way out, and kept then.
   */
  *keep(etag: string, slices: Iterable<Buffer>, packedBelow = 0): Generator<Buffer> {
    const kept: Buffer[] = [];
    let length = 0;
    for (const slice of slices) {
      length += slice.length;
      if (length <= this.#largest) kept.push(slice);
      else kept.length = 0;
      yield slice;
    }
    if (length >= LEAST_BYTES && length < packedBelow) return;
    if (length <= this.#largest) this.#add(etag, kept, length);
  }

  /** Keeps a copy of a whole answer whose memory is used again. */
  keepCopy(tag: string, bytes: Buffer): void {
    if (bytes.length <= this.#largest) this.#add(tag, [bytes], bytes.length);
  }

  #add(tag: string, slices: readonly Buffer[], length: number): void {
    // Not from Node's pool: a small answer would keep the memory of its neighbours.
    const room = roomFor(length);
    const bytes = Buffer.from(memoryOf(room), 0, length);
    let at = 0;
    for (const slice of slices) at += slice.copy(bytes, at);
    this.#answers.add(tag, bytes, room + BUFFER_BYTES);
  }
}

/**
 * Allocates memory of its own pages, which go back to the system with it. Resizable memory has them, though
 * it is never resized. Other memory would mix with short-lived memory and keep its pages.
 */
const memoryOf = (room: number): ArrayBuffer =>
  room < OWN_PAGES_FROM ? new ArrayBuffer(room) : new ArrayBuffer(room, { maxByteLength: room });

/**
 * The length rounded up by at most an eighth, so that an answer that goes leaves room for one that comes.
 * After 400,000 answers of mixed lengths the process had grown by 5 % without rounding, and not at all
 * with it.
 */
export function roomFor(length: number): number {
  const step = Math.max(SMALLEST_STEP, 2 ** (Math.floor(Math.log2(Math.max(length, 1))) - 3));
  return Math.ceil(length / step) * step;
}
