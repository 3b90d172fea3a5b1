// What fits keep from one day to the next: a fit whose days begin with those of the last one goes on from it.

/** The kept parts by name. Every forecast of a series may go on from the one before, if both are given the same. */
export class KeptFits {
  readonly #kept = new Map<string, object>();

  /** Returns what was kept under a name, else what `make` makes. A name stands for one type. */
  of<T extends object>(name: string, make: () => T): T {
    const kept = this.#kept.get(name) as T | undefined;
    if (kept !== undefined) return kept;
    const made = make();
    this.#kept.set(name, made);
    return made;
  }
}
