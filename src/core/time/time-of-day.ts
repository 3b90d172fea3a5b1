// Times of day such as 06:00, as minutes after midnight.

const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** The end of the day, `24:00`: every time of day is before it. */
export const END_OF_DAY = 24 * 60;

/** Reads `06:00`; undefined if the text is no time of day. */
export function readTimeOfDay(text: string): number | undefined {
  const [, hours, minutes] = TIME_OF_DAY.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** Reads a time of day that something is before: `24:00` too. */
export const readTimeBefore = (text: string): number | undefined =>
  text === '24:00' ? END_OF_DAY : readTimeOfDay(text);

/** Writes minutes after midnight as `06:00`. */
export const formatTimeOfDay = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
