// The age of the newest run, and whether it is late.

import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#core/time/instant';

export interface RunAge {
  /** `12 min`, `3 h`, `2 d 4 h`. */
  readonly text: string;
  readonly isOld: boolean;
}

/** The age from which a run is old: a model that runs once a day is late after a day and a morning. */
const OLD_AFTER_MS = 30 * HOUR_MS;

export function newestRunAge(issuedAt: Instant, now: Instant): RunAge {
  const ageMs = Math.max(0, now - issuedAt);
  return { text: ageText(ageMs), isOld: ageMs > OLD_AFTER_MS };
}

function ageText(ageMs: number): string {
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min`;
  if (ageMs < 2 * DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h`;
  const days = Math.floor(ageMs / DAY_MS);
  const hours = Math.floor((ageMs - days * DAY_MS) / HOUR_MS);
  return hours === 0 ? `${days} d` : `${days} d ${hours} h`;
}
