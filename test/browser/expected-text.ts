// Times and numbers as the page should write them, made by Intl and not by the page's own code.

const partsOf = (seconds: number, timeZone: string): Record<string, string> =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(seconds * 1000)
      .map(({ type, value }) => [type, value]),
  );

/** Writes `Fri 13 Nov 2026`. Times are seconds since 1970 UTC. */
export function dayText(seconds: number, timeZone = 'Europe/Berlin'): string {
  const { weekday, day, month, year } = partsOf(seconds, timeZone);
  return `${weekday} ${day} ${month} ${year}`;
}

/** Writes `10:00`. */
export function clockText(seconds: number, timeZone = 'Europe/Berlin'): string {
  const { hour, minute } = partsOf(seconds, timeZone);
  return `${hour}:${minute}`;
}

/** Writes `Fri 13 Nov 2026, 10:00`. */
export const momentText = (seconds: number, timeZone = 'Europe/Berlin'): string =>
  `${dayText(seconds, timeZone)}, ${clockText(seconds, timeZone)}`;

/** Writes `1,234.50`, `−0.05`. */
export const numberText = (value: number, decimals: number): string =>
  value
    .toLocaleString('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    .replace(/^-(?=.*[1-9])/, '−')
    .replace(/^-/, '');

/** Writes `2026-11-01T00:00:00Z`. */
export const utcText = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
