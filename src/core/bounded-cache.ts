// Values held by a text, up to so many bytes in all. Bytes are what whoever adds a value says of it and
// what holding it takes: about right, so that a setting in megabytes means what it says.

interface Entry<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** A place in the table, the entry and the text's head, measured over 100,000 of them. */
const ENTRY_BYTES = 128;

export class BoundedCache<Value> {
  readonly maxBytes: number;
  /** Those that go first are first. */
  readonly #entries = new Map<string, Entry<Value>>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Bytes held at the moment; never more than `maxBytes`. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many values are held. */
  get size(): number {
    return this.#entries.size;
  }

  /** The value, which will go later than all others. */
  find(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** The value, which will go no later for having been looked at. */
  peek(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Holds a value, in place of the one before; others go where there is no room. */
  add(key: string, value: Value, valueBytes: number): void {
    this.remove(key);
    const bytes = valueBytes + key.length + ENTRY_BYTES;
    if (bytes > this.maxBytes) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const first of this.#entries.keys()) {
      if (this.#bytes <= this.maxBytes) break;
      this.remove(first);
    }
  }

  remove(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
