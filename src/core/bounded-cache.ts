// A cache with string keys and a byte limit. Callers state each value's size and the overhead of an entry
// is added, so that a setting in megabytes is roughly true.

interface Entry<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** A slot of the map, the entry and the key's header, measured over 100,000 entries. */
const ENTRY_BYTES = 128;

export class BoundedCache<Value> {
  readonly maxBytes: number;
  /** The entries in the order in which they are evicted. */
  readonly #entries = new Map<string, Entry<Value>>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** The bytes in use; never more than `maxBytes`. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The number of values. */
  get size(): number {
    return this.#entries.size;
  }

  /** Returns the value and makes it the last to be evicted. */
  find(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Returns the value and leaves the order of eviction as it is. */
  peek(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Adds or replaces a value and evicts others if there is no room. */
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
