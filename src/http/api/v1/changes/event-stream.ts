// One stream of server-sent events. It reads the log only as fast as its client does, so a slow client costs no
// memory: it is ended like any client that does not read, and goes on behind its cursor when it comes again.

import { Readable } from 'node:stream';
import type { Zone } from '#core/time/zone';
import { writeEvent } from '#service/events/describe-event';
import type { EventTail } from '#service/events/event-tail';
import { requireUnbroken } from '#service/events/read-events';
import type { ChangeEvent } from '#store/change-event';

/** How long a client waits before it connects again. */
const RETRY_MS = 3_000;
/** A client is handed about this much before it must have read some. */
const PIECE_BYTES = 16_384;

export interface StreamParts {
  readonly tail: EventTail;
  /** The cursor behind which the stream begins. */
  readonly after: number;
  /** The stream ends after this many events. */
  readonly limit: number;
  readonly zone: Zone;
  isWanted(event: ChangeEvent): boolean;
}

export class EventStream extends Readable {
  readonly #parts: StreamParts;
  readonly #stopListening: () => void;
  #cursor: number;
  #left: number;
  /** The cursor that the client knows. */
  #toldCursor: number;
  #isHungry = false;
  #isReading = false;
  #isNews = true;

  constructor(parts: StreamParts) {
    super({ highWaterMark: PIECE_BYTES });
    this.#parts = parts;
    this.#cursor = this.#toldCursor = parts.after;
    this.#left = parts.limit;
    this.#stopListening = parts.tail.listen(() => {
      this.#isNews = true;
      void this.#pushEvents();
    });
    this.#tell(`retry: ${RETRY_MS}\nid: ${this.#cursor}\n\n`);
  }

  override _read(): void {
    this.#isHungry = true;
    void this.#pushEvents();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#stopListening();
    callback(error);
  }

  /** Shows that the connection lives. A cursor alone is no event, but the client goes on behind it. */
  beat(): void {
    if (!this.#isHungry || this.#isReading) return;
    this.#tell(this.#cursor === this.#toldCursor ? ':\n\n' : `id: ${this.#cursor}\n\n`);
    this.#toldCursor = this.#cursor;
  }

  end(): void {
    this.#stopListening();
    this.#isHungry = false;
    if (!this.readableEnded && !this.destroyed) this.push(null);
  }

  async #pushEvents(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isHungry && this.#isNews && !this.destroyed) await this.#pushSome();
    } catch {
      // The store cannot be read, or forgot what comes next. The client is told when it connects again.
      this.destroy();
    }
    this.#isReading = false;
  }

  async #pushSome(): Promise<void> {
    this.#isNews = false;
    const { tail, isWanted, zone } = this.#parts;
    const events = await tail.after(this.#cursor);
    requireUnbroken(this.#cursor, events);
    let text = '';
    for (const event of events) {
      if (text.length >= PIECE_BYTES || this.#left === 0) break;
      this.#cursor = event.id;
      if (!isWanted(event)) continue;
      text += textOf(event, zone);
      this.#left--;
    }
    // After the last piece the log may have grown, and a page of it may have ended here.
    if (events.length > 0) this.#isNews = true;
    if (text === '' || this.destroyed) return;
    this.#toldCursor = this.#cursor;
    this.#tell(text);
    if (this.#left === 0) this.end();
  }

  #tell(text: string): void {
    this.#isHungry = this.push(text);
  }
}

const textOf = (event: ChangeEvent, zone: Zone): string =>
  `id: ${event.id}\ndata: ${writeEvent(event, zone)}\n\n`;
