// Pieces of a file as one buffer: bytes that are not read yet are carried over to the next piece.

/** Bytes that can be read singly or four at a time. */
export interface ByteText {
  readonly bytes: Uint8Array;
  /** The same memory as `bytes`, from its first byte on. */
  readonly view: DataView;
}

const LF = 10;
const FIRST_BYTES = 1 << 16;
/** Room behind the last byte: for one line break, and for reading eight bytes at a time. */
const SLACK_BYTES = 8;

/** The part that readers of lines share. They read from `at` up to `limit`. */
export class CarryBuffer implements ByteText {
  bytes = new Uint8Array(FIRST_BYTES);
  view = new DataView(this.bytes.buffer);
  protected at = 0;
  protected limit = 0;
  protected isEnded = false;

  // For repeated-row-path.ts, which reads whole rows from `bytes` itself, from `restStart` to `restEnd`.

  /** The offset at which the next row begins. */
  get restStart(): number {
    return this.at;
  }

  /** The offset behind the last byte pushed; a line break stands there that is not the file's. */
  get restEnd(): number {
    return this.limit;
  }

  /** Says that no piece follows. */
  end(): void {
    this.isEnded = true;
  }

  /** Adds a piece behind the bytes not read yet, and a line break behind both, at which a scan ends. */
  protected add(piece: Uint8Array): void {
    const rest = this.limit - this.at;
    const needed = rest + piece.length + SLACK_BYTES;
    if (needed > this.bytes.length) {
      const larger = new Uint8Array(Math.max(2 * this.bytes.length, needed));
      larger.set(this.bytes.subarray(this.at, this.limit));
      this.bytes = larger;
      this.view = new DataView(larger.buffer);
    } else {
      this.bytes.copyWithin(0, this.at, this.limit);
    }
    this.bytes.set(piece, rest);
    this.at = 0;
    this.limit = rest + piece.length;
    this.bytes[this.limit] = LF;
  }
}
