// What a picture says of itself: its span, the zone of its times, its source and when it was made. Pure.

import { SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { momentText, spanText } from '#view/axes/time-text';

export interface PictureFacts {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly zone: Zone;
  /** The host that the values come from. */
  readonly host: string;
  /** Milliseconds. */
  readonly madeAt: number;
}

/** Writes `Sun 1 Nov 2026 – Tue 10 Nov 2026 · times of Europe/Berlin · from data.example · made …`. */
export const pictureNote = ({ start, end, zone, host, madeAt }: PictureFacts): string =>
  [
    spanText(start, end, zone, true),
    `times of ${zone.name}`,
    `from ${host}`,
    `made ${momentText(madeAt / SECOND_MS, zone)}`,
  ].join(' · ');

/** The same of a picture that is made here and now. */
export const pictureNoteHere = (start: number, end: number, zone: Zone): string =>
  pictureNote({ start, end, zone, host: window.location.host, madeAt: Date.now() });
