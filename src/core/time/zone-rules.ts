// A zone's clock changes in one UTC year, from Temporal or, as some browsers have none yet, from Intl.
// Both give the same lists; a test compares them.

import { dayOfCivil } from '#core/time/civil';
import { DAY_MS, type Instant, SECOND_MS } from '#core/time/instant';

/** One UTC year of a zone: `offsets[i]` is valid from `starts[i]` until `starts[i + 1]` or `end`. */
export interface ZoneYear {
  readonly starts: readonly Instant[];
  readonly offsets: readonly number[];
  readonly end: Instant;
}

const hasTemporal = (): boolean => typeof Temporal !== 'undefined';

export const loadZoneYear = (name: string, year: number): ZoneYear =>
  hasTemporal() ? loadByTemporal(name, year) : loadByIntl(name, year);

/** The name with its case mended; throws if the zone does not exist. */
export function zoneId(name: string): string {
  // Intl gives zones their old names (Asia/Calcutta for Asia/Kolkata), and its first use takes 37 ms instead of 8.
  if (!hasTemporal())
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  const epoch = Temporal.Instant.fromEpochMilliseconds(0);
  const zoned = epoch.toZonedDateTimeISO(name);
  // Temporal only mends the case, but knows the other names of UTC.
  return zoned.equals(epoch.toZonedDateTimeISO('UTC')) ? 'UTC' : zoned.timeZoneId;
}

export function loadByTemporal(name: string, year: number): ZoneYear {
  const start = dayOfCivil(year, 1, 1) * DAY_MS;
  const end = dayOfCivil(year + 1, 1, 1) * DAY_MS;
  let at = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(name);
  const starts = [start];
  const offsets = [Math.round(at.offsetNanoseconds / 1e6)];
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (next === null || next.epochMilliseconds >= end) return { starts, offsets, end };
    starts.push(next.epochMilliseconds);
    offsets.push(Math.round(next.offsetNanoseconds / 1e6));
    at = next;
  }
}

/** Compares the offsets of neighbouring days and bisects to the second if they differ. */
export function loadByIntl(name: string, year: number): ZoneYear {
  const offsetAt = offsetReader(name);
  const start = dayOfCivil(year, 1, 1) * DAY_MS;
  const end = dayOfCivil(year + 1, 1, 1) * DAY_MS;
  const starts = [start];
  const offsets = [offsetAt(start)];
  for (let day = start; day < end; day += DAY_MS) {
    const next = Math.min(day + DAY_MS, end - SECOND_MS);
    if (offsetAt(next) === offsetAt(day)) continue;
    let [before, after] = [day, next];
    while (after - before > SECOND_MS) {
      const middle = before + Math.floor((after - before) / 2 / SECOND_MS) * SECOND_MS;
      if (offsetAt(middle) === offsetAt(before)) before = middle;
      else after = middle;
    }
    starts.push(after);
    offsets.push(offsetAt(after));
  }
  return { starts, offsets, end };
}

/** Returns a function that reads the offset at an instant from a formatted clock. */
function offsetReader(name: string): (instant: Instant) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: name,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (instant) => {
    const part: Record<string, string> = {};
    for (const { type, value } of format.formatToParts(instant)) part[type] = value;
    const year = part.era?.startsWith('B') ? 1 - Number(part.year) : Number(part.year);
    const seconds = Number(part.hour) * 3600 + Number(part.minute) * 60 + Number(part.second);
    const wall =
      dayOfCivil(year, Number(part.month), Number(part.day)) * DAY_MS + seconds * SECOND_MS;
    return wall - Math.floor(instant / SECOND_MS) * SECOND_MS;
  };
}
