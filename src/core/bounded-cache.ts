// A cache with string keys and a byte limit. Callers state each value's size and the overhead of an entry
// is added, so that a setting in megabytes is roughly true. The value that was added first goes first, but one
// that was found since gets a second chance: it goes behind all others, once. To move each value that is found
// would take longer than to find it.

/** The most second chances while room is made for one value: no request waits for a walk through all of a full cache. */
const MOST_CHANCES = 100;

interface Entry<Value> {
  readonly value: Value;
  readonly bytes: number;
  /** Whether it was found since it was added, or since it got its last second chance. */
  isUsed: boolean;
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

  /** Returns the value, and gives it a second chance before it is evicted. */
  find(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    entry.isUsed = true;
    return entry.value;
  }

  /** Returns the value without a second chance for it. */
  peek(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Adds or replaces a value and evicts others if there is no room. */
  add(key: string, value: Value, valueBytes: number): void {
    this.remove(key);
    const bytes = valueBytes + key.length + ENTRY_BYTES;
    if (bytes > this.maxBytes) return;
    this.#entries.set(key, { value, bytes, isUsed: false });
    this.#bytes += bytes;
    let chances = MOST_CHANCES;
    for (const [first, entry] of this.#entries) {
      if (this.#bytes <= this.maxBytes) break;
      if (first === key || (entry.isUsed && chances-- > 0)) this.#moveToEnd(first, entry);
      else this.remove(first);
    }
  }

  #moveToEnd(key: string, entry: Entry<Value>): void {
    entry.isUsed = false;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
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
