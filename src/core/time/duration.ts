// Lengths of time as people write them: `2h`, `90 min`, `7 days`, `PT2H`. A day is 24 hours.

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/instant';

const UNITS: readonly { readonly names: readonly string[]; readonly ms: number }[] = [
  { names: ['m', 'min', 'mins', 'minute', 'minutes'], ms: MINUTE_MS },
  { names: ['h', 'hr', 'hrs', 'hour', 'hours'], ms: HOUR_MS },
  { names: ['d', 'day', 'days'], ms: DAY_MS },
  { names: ['w', 'week', 'weeks'], ms: 7 * DAY_MS },
];

const PLAIN = /^(\d{1,6})\s*([a-z]+)$/;
const ISO = /^p(?:(\d{1,4})w|(?:(\d{1,6})d)?(?:t(?:(\d{1,6})h)?(?:(\d{1,6})m)?)?)$/;

export const DURATION_FORMS: readonly string[] = ['15 min', '2 h', '7 days', '1 week', 'PT2H'];

/** The milliseconds of a length of time in any case; undefined if the text is none. */
export function readDuration(given: string): number | undefined {
  const text = given.trim().toLowerCase();
  const [, count, name] = PLAIN.exec(text) ?? [];
  if (count !== undefined) {
    const unit = UNITS.find(({ names }) => names.includes(name!));
    return unit && Number(count) * unit.ms;
  }
  if (!/\d/.test(text)) return undefined;
  const iso = ISO.exec(text);
  if (!iso) return undefined;
  const [weeks, days, hours, minutes] = iso.slice(1).map((part) => Number(part ?? 0));
  return (weeks! * 7 + days!) * DAY_MS + hours! * HOUR_MS + minutes! * MINUTE_MS;
}

/** `2 h`, `90 min`, `7 days`: in the largest unit that fits, without a remainder. */
export function formatDuration(ms: number): string {
  if (ms >= DAY_MS && ms % DAY_MS === 0) return ms === DAY_MS ? '1 day' : `${ms / DAY_MS} days`;
  if (ms >= HOUR_MS && ms % HOUR_MS === 0) return `${ms / HOUR_MS} h`;
  return `${Math.round(ms / MINUTE_MS)} min`;
}
