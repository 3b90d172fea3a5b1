// Pictures that were just made, and the line of those that are wanted: one is drawn at a time, because drawing takes
// a core for a tenth of a second to a second. A mail that many people open asks for the same picture again and again.

import { Refusal } from '#core/errors';
import { type Instant, MINUTE_MS } from '#core/time/instant';

/** How long a picture is served again. */
export const FRESH_MS = MINUTE_MS;
export const MOST_KEPT = 32;
/** The most pictures that wait for the one that is drawn. */
export const MOST_WAITING = 8;
const RETRY_SECONDS = 5;

export interface Picture {
  readonly bytes: Buffer;
  readonly etag: string;
}

interface Kept {
  readonly picture: Promise<Picture>;
  readonly madeAt: Instant;
}

export class PictureShelf {
  /** The pictures in the order in which they were first wanted. */
  readonly #kept = new Map<string, Kept>();
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** Returns the picture of a key, which is made if none of the last minute exists. Refuses if too many wait. */
  take(key: string, now: Instant, make: () => Promise<Picture>): Promise<Picture> {
    const known = this.#kept.get(key);
    // `abs`: the clock may have been set back.
    if (known && Math.abs(now - known.madeAt) < FRESH_MS) return known.picture;
    if (this.#waiting > MOST_WAITING) throw busy();
    const picture = this.#makeQueued(make);
    const kept = { picture, madeAt: now };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    picture.catch(() => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(oldest!);
    return picture;
  }

  async #makeQueued(make: () => Promise<Picture>): Promise<Picture> {
    this.#waiting++;
    const before = this.#last;
    const made = before.then(make);
    this.#last = made.catch(() => {});
    try {
      return await made;
    } finally {
      this.#waiting--;
    }
  }
}

const busy = (): Refusal =>
  new Refusal('server_busy', 'other pictures are being drawn; try again in a moment', {
    retryAfterSeconds: RETRY_SECONDS,
  });
