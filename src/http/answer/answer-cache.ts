// Rendered answers, kept as bytes. An answer's ETag names everything that decides its bytes (versions,
// span, reduction …), so an entry is never wrong, only unused; the least recently used go first.

import { BoundedCache } from '#core/bounded-cache';

/** Larger answers are not worth pushing many small ones out for. */
const LARGEST_SHARE = 1 / 4;
/** A buffer with memory of its own takes so much beside its bytes. */
const BUFFER_BYTES = 320;
const SMALLEST_STEP = 256;
/** From here on a page more or less does not count. */
const OWN_PAGES_FROM = 64 * 1024;
/** Of the memory for answers, how much questions that lead to them take (asked-again.ts). */
const QUESTION_SHARE = 1 / 16;

/** What the questions are that an answer is found by, without a look at the store. */
export interface Question {
  readonly route: string;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the store, when the answer was decided. */
  readonly dataVersion: number;
  /** Keywords go by the market's day. */
  readonly marketDay: number;
  /** The hash of the secret that was presented. */
  readonly credential: string;
  /** What its holder may do, as a digest. */
  readonly standing: string;
}

export class AnswerCache {
  readonly #answers: BoundedCache<Buffer>;
  /** By what decides the answer (asked-again.ts). */
  readonly questions: BoundedCache<Question>;
  readonly #largest: number;

  /** `maxBytes` is for all that is kept: answers, what keeping them takes, and questions. */
  constructor(maxBytes: number) {
    this.questions = new BoundedCache(maxBytes * QUESTION_SHARE);
    this.#answers = new BoundedCache(maxBytes * (1 - QUESTION_SHARE));
    this.#largest = maxBytes * LARGEST_SHARE;
  }

  /** Bytes that answers take at the moment. */
  get bytes(): number {
    return this.#answers.bytes;
  }

  has(etag: string): boolean {
    return this.#answers.peek(etag) !== undefined;
  }

  find(etag: string): Buffer | undefined {
    return this.#answers.find(etag);
  }

  /** Passes slices on and keeps them, once the last one is through. */
  *keep(etag: string, slices: Iterable<Buffer>): Generator<Buffer> {
    const kept: Buffer[] = [];
    let length = 0;
    for (const slice of slices) {
      length += slice.length;
      if (length <= this.#largest) kept.push(slice);
      else kept.length = 0;
      yield slice;
    }
    if (length <= this.#largest) this.#add(etag, kept, length);
  }

  /** Keeps a whole answer whose own memory will be used for something else. */
  keepCopy(etag: string, bytes: Buffer): void {
    if (bytes.length <= this.#largest) this.#add(etag, [bytes], bytes.length);
  }

  #add(etag: string, slices: readonly Buffer[], length: number): void {
    // Not out of Node's pool: a small answer would keep the memory of its neighbours there.
    const room = roomFor(length);
    const bytes = Buffer.from(memoryOf(room), 0, length);
    let at = 0;
    for (const slice of slices) at += slice.copy(bytes, at);
    this.#answers.add(etag, bytes, room + BUFFER_BYTES);
  }
}

/**
 * Memory that can be resized, though it is not, is made of pages of its own, which go back to the system with
 * it. Kept answers that lie among what is needed for a moment would keep that from being given back.
 */
const memoryOf = (room: number): ArrayBuffer =>
  room < OWN_PAGES_FROM ? new ArrayBuffer(room) : new ArrayBuffer(room, { maxByteLength: room });

/**
 * Rounded up by an eighth at most, so that what goes leaves room for what comes: after 400,000 answers of
 * mixed lengths the process was 5 % larger with room made to measure, and not at all with this.
 */
export function roomFor(length: number): number {
  const step = Math.max(SMALLEST_STEP, 2 ** (Math.floor(Math.log2(Math.max(length, 1))) - 3));
  return Math.ceil(length / step) * step;
}
