// As much of FlatBuffers as it takes to check Arrow's metadata before it is decoded. A place outside the
// bytes throws a RangeError.

export class FlatTable {
  readonly #view: DataView;
  readonly #at: number;

  constructor(view: DataView, at: number) {
    this.#view = view;
    this.#at = at;
  }

  static rootOf(bytes: Uint8Array): FlatTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new FlatTable(view, view.getUint32(0, true));
  }

  /** The offset of a field; 0 if it is left out and so has its default. */
  #place(field: number): number {
    const slots = this.#at - this.#view.getInt32(this.#at, true);
    const slot = 4 + 2 * field;
    if (slot >= this.#view.getUint16(slots, true)) return 0;
    const offset = this.#view.getUint16(slots + slot, true);
    return offset === 0 ? 0 : this.#at + offset;
  }

  byte(field: number): number {
    const place = this.#place(field);
    return place === 0 ? 0 : this.#view.getUint8(place);
  }

  long(field: number): number {
    const place = this.#place(field);
    return place === 0 ? 0 : Number(this.#view.getBigInt64(place, true));
  }

  table(field: number): FlatTable | undefined {
    const place = this.#place(field);
    return place === 0 ? undefined : new FlatTable(this.#view, this.#follow(place));
  }

  /** How many bytes a text has. */
  textBytes(field: number): number {
    return this.#vector(field, 1).length;
  }

  tables(field: number): FlatTable[] {
    const { start, length } = this.#vector(field, 4);
    return Array.from({ length }, (_, i) => new FlatTable(this.#view, this.#follow(start + 4 * i)));
  }

  /** The structs of a vector, each of `bytes` bytes. */
  structs(field: number, bytes: number): DataView[] {
    const { start, length } = this.#vector(field, bytes);
    const { buffer, byteOffset } = this.#view;
    return Array.from(
      { length },
      (_, i) => new DataView(buffer, byteOffset + start + bytes * i, bytes),
    );
  }

  #vector(field: number, elementBytes: number): { start: number; length: number } {
    const place = this.#place(field);
    if (place === 0) return { start: 0, length: 0 };
    const at = this.#follow(place);
    const length = this.#view.getUint32(at, true);
    if (at + 4 + length * elementBytes > this.#view.byteLength) {
      throw new RangeError('a vector is longer than the bytes that hold it');
    }
    return { start: at + 4, length };
  }

  #follow(place: number): number {
    return place + this.#view.getUint32(place, true);
  }
}
