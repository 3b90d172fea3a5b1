// A stream of bytes that is read in given amounts.

/** The stream ended too early; the message is the part that it ended in. */
export class CutOff extends Error {
  override readonly name = 'CutOff';
}

export class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #piece: Uint8Array = new Uint8Array(0);

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#pieces = stream[Symbol.asyncIterator]();
  }

  /** Reads a few bytes as one piece. `part` names them in errors. */
  async take(count: number, part: string): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.stream(count, part)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  /** Yields many bytes in pieces of any length. `part` names them in errors. */
  async *stream(count: number, part: string): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0; ) {
      if (!(await this.#fill())) throw new CutOff(part);
      const piece = this.#piece.subarray(0, left);
      this.#piece = this.#piece.subarray(piece.length);
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
    while (this.#piece.length === 0) {
      const { value, done } = await this.#pieces.next();
      if (done) return false;
      this.#piece = value;
    }
    return true;
  }
}
