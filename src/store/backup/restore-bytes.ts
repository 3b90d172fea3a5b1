// A stream of bytes, taken in the amounts that are asked for.

/** The stream ended before what was asked for; the message says where. */
export class CutOff extends Error {
  override readonly name = 'CutOff';
}

export class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array(0);

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#pieces = stream[Symbol.asyncIterator]();
  }

  /** Few bytes, as one piece. */
  async take(count: number, where: string): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.stream(count, where)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  /** Many bytes, in pieces of whatever length they come. */
  async *stream(count: number, where: string): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0; ) {
      if (!(await this.#fill())) throw new CutOff(where);
      const piece = this.#held.subarray(0, left);
      this.#held = this.#held.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async isAtEnd(): Promise<boolean> {
    return !(await this.#fill());
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  async #fill(): Promise<boolean> {
    while (this.#held.length === 0) {
      const { value, done } = await this.#pieces.next();
      if (done) return false;
      this.#held = value;
    }
    return true;
  }
}
