// From an instant to its index on a series' grid, or the reason why it has none.

import type { Grid } from '#core/time/grid';
import { formatUtc, type Instant } from '#core/time/instant';
import { formatMarket } from '#core/time/market-text';
import { type Resolution, type ResolutionName, resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import { CLOCK, DATE, MONTH, type TimeReader, YEAR } from '#importers/bytes/parse-time';
import { ImportFault } from '#importers/files/import-fault';

/** The shortest interval that a time without a clock can name, by the parts that are written. */
const SHORTEST_OF_FORM: Readonly<Record<number, { name: ResolutionName; noun: string }>> = {
  [YEAR]: { name: 'year', noun: 'a year' },
  [MONTH]: { name: 'month', noun: 'a month' },
  [DATE]: { name: 'day', noun: 'a date' },
};

/** Whether a time of a form can name an interval of a resolution: a date alone cannot name an hour. */
export const fitsForm = (form: number, resolution: Resolution): boolean =>
  form === CLOCK || resolution.rank >= resolutionOf(SHORTEST_OF_FORM[form]!.name).rank;

/** `an hour`, `a day`, `a quarter of an hour`: an interval of a resolution in a sentence. */
function nounOf(resolution: Resolution): string {
  if (resolution.name === 'quarterhour') return 'a quarter of an hour';
  if (resolution.name === 'halfhour') return 'half an hour';
  return `${resolution.name === 'hour' ? 'an' : 'a'} ${resolution.name}`;
}

/** The index of the interval that starts at an instant, or NaN. */
export function indexAt(grid: Grid, instant: Instant): number {
  const { stepMs } = grid.resolution;
  if (stepMs !== undefined) {
    const index = instant / stepMs;
    return index === Math.floor(index) ? index : Number.NaN;
  }
  const index = grid.indexOf(instant);
  return grid.startOf(index) === instant ? index : Number.NaN;
}

/** The index that a time names; throws if its form or its instant does not fit the grid. */
export function placeTime(time: TimeReader, instant: Instant, grid: Grid, zone: Zone): number {
  if (time.form !== CLOCK && !fitsForm(time.form, grid.resolution)) {
    const { noun } = SHORTEST_OF_FORM[time.form]!;
    throw new ImportFault(
      `${noun} alone cannot name ${nounOf(grid.resolution)}: write the time in full`,
    );
  }
  const index = indexAt(grid, instant);
  if (!Number.isNaN(index)) return index;
  const before = grid.startOf(grid.indexOf(instant));
  const after = grid.startOf(grid.indexOf(instant) + 1);
  const nearest = after - instant < instant - before ? after : before;
  const write = (at: Instant): string => (time.hasZone ? formatUtc(at) : formatMarket(at, zone));
  throw new ImportFault(
    `${write(instant)} is not the start of ${nounOf(grid.resolution)}; the nearest is ${write(nearest)}`,
  );
}
