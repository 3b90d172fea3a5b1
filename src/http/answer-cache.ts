// Rendered answers, kept as bytes. An answer's ETag names everything that decides its bytes (versions,
// span, reduction …), so an entry is never wrong, only unused; the least recently used go first.

interface Answer {
  readonly bytes: Buffer;
}

/** Larger answers are not worth pushing many small ones out for. */
const LARGEST_SHARE = 1 / 4;

export class AnswerCache {
  readonly #maxBytes: number;
  /** By ETag, least recently used first. */
  readonly #answers = new Map<string, Answer>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes held at the moment. */
  get size(): number {
    return this.#bytes;
  }

  find(etag: string): Buffer | undefined {
    const answer = this.#answers.get(etag);
    if (!answer) return undefined;
    this.#answers.delete(etag);
    this.#answers.set(etag, answer);
    return answer.bytes;
  }

  /** Passes slices on and keeps them, once the last one is through. */
  *keep(etag: string, slices: Iterable<Buffer>): Generator<Buffer> {
    const kept: Buffer[] = [];
    let length = 0;
    for (const slice of slices) {
      length += slice.length;
      if (length <= this.#maxBytes * LARGEST_SHARE) kept.push(slice);
      else kept.length = 0;
      yield slice;
    }
    if (length <= this.#maxBytes * LARGEST_SHARE) this.#add(etag, Buffer.concat(kept, length));
  }

  /** Keeps a whole answer whose own memory will be used for something else. */
  keepCopy(etag: string, bytes: Buffer): void {
    if (bytes.length <= this.#maxBytes * LARGEST_SHARE) this.#add(etag, Buffer.from(bytes));
  }

  #add(etag: string, bytes: Buffer): void {
    this.#remove(etag);
    this.#answers.set(etag, { bytes });
    this.#bytes += bytes.length;
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
  }

  #remove(etag: string): void {
    this.#bytes -= this.#answers.get(etag)?.bytes.length ?? 0;
    this.#answers.delete(etag);
  }
}
