// The end of the log of changes, as one process follows it: while it has listeners, it asks the store for new
// events a few dozen times a second, and tells all of them. It sees the commits of every process on the store.

import { setImmediate } from 'node:timers/promises';
import type { ChangeEvent } from '#store/change-event';
import type { Store } from '#store/store';

export type EventStore = Pick<Store, 'listEvents' | 'eventRange' | 'dataVersion'>;

/** How long a commit may go unnoticed. */
const LOOK_EVERY_MS = 25;
/** The pause after the store could not be read. */
const PAUSE_MS = 1_000;
const PAGE = 500;
/** The events that listeners read without the store. */
const MOST_KEPT = 2_000;
/** About half a millisecond of work. */
const LISTENERS_A_TURN = 25;

type Listener = () => void;

export class EventTail {
  readonly #store: EventStore;
  readonly #listeners = new Set<Listener>();
  /** The newest events, ascending, without a hole. */
  #kept: ChangeEvent[] = [];
  #newest: number | undefined;
  #version: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(store: EventStore) {
    this.#store = store;
  }

  /** The listener is called after new events were found. Returns the function that ends that. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#timer ??= setTimeout(() => this.#tick(), LOOK_EVERY_MS);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#rest();
    };
  }

  /** Events after a number, ascending: some of them, or none if there are none yet. */
  async after(cursor: number): Promise<readonly ChangeEvent[]> {
    const first = this.#kept[0];
    if (first && this.#timer && cursor >= first.id - 1) {
      return this.#kept.slice(cursor - first.id + 1);
    }
    return this.#store.listEvents(cursor, PAGE);
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#kept = [];
    this.#newest = undefined;
    this.#version = undefined;
  }

  #tick(): void {
    this.#looking ??= this.#look()
      .then(() => this.#lookAgain(LOOK_EVERY_MS))
      .catch(() => this.#lookAgain(PAUSE_MS))
      .finally(() => {
        this.#looking = undefined;
      });
  }

  #lookAgain(waitMs: number): void {
    if (!this.#timer) return;
    // A listener that came during the look, after the last one had left, has a timer of its own.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tick(), waitMs);
  }

  async #look(): Promise<void> {
    // A store in a file says for nothing whether anything was committed.
    const version = this.#store.dataVersion?.();
    if (version !== undefined && version === this.#version) return;
    // What was committed before the first look is read from the store, by every listener.
    let isNews = this.#newest === undefined;
    this.#newest ??= (await this.#store.eventRange()).newest;
    let found: readonly ChangeEvent[];
    do {
      found = await this.#store.listEvents(this.#newest, PAGE);
      if (!this.#timer) return;
      if (found.length > 0) isNews = true;
      this.#keep(found);
    } while (found.length === PAGE);
    this.#version = version;
    if (isNews) await this.#tellListeners();
  }

  /** Tells some listeners in each turn of the event loop: a thousand at once would keep requests waiting. */
  async #tellListeners(): Promise<void> {
    let told = 0;
    for (const listener of [...this.#listeners]) {
      if (told++ % LISTENERS_A_TURN === 0) await setImmediate();
      if (this.#listeners.has(listener)) listener();
    }
  }

  #keep(events: readonly ChangeEvent[]): void {
    if (events.length === 0) return;
    this.#newest = events.at(-1)!.id;
    this.#kept = [...this.#kept, ...events].slice(-MOST_KEPT);
  }
}
