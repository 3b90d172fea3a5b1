// The hours of blocks as people read them. `09-20` was read as the hours 9 to 20, which are twelve.

import type { HourRange } from '#core/values/blocks';

const lengthOf = (hours: readonly HourRange[]): number =>
  hours.reduce((sum, { from, to }) => sum + to - from, 0);

/** Writes clock times for hours as the server writes them: `09:00–20:00` for `09-20`. */
export const clockText = (hours: string): string =>
  hours.replace(/(\d\d)-(\d\d)/g, (_, from, to) => rangeText({ from, to }));

/** Writes `09:00–20:00, 11 h / 00:00–08:00, 20:00–24:00, 12 h; 1 h in neither`. */
export function peakText(peak: readonly HourRange[], offpeak: readonly HourRange[]): string {
  const rest = 24 - lengthOf(peak) - lengthOf(offpeak);
  const each = [peak, offpeak].map((hours) => `${rangesText(hours)}, ${lengthOf(hours)} h`);
  return `${each.join(' / ')}${rest > 0 ? `; ${rest} h in neither` : ''}`;
}

const rangesText = (hours: readonly HourRange[]): string => hours.map(rangeText).join(', ');

const rangeText = ({ from, to }: Record<keyof HourRange, number | string>): string =>
  [from, to].map((hour) => `${String(hour).padStart(2, '0')}:00`).join('–');
