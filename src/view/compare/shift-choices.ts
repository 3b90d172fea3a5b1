// The shifts that a compared series can have, and their names.

export interface ShiftChoice {
  readonly days: number;
  readonly title: string;
}

/** The shifts offered. They have 52 weeks instead of a year, so that Mondays stay on Mondays. */
const CHOICES: readonly ShiftChoice[] = [
  { days: 0, title: 'no shift' },
  { days: -1, title: 'a day earlier' },
  { days: -7, title: 'a week earlier' },
  { days: -364, title: '52 weeks earlier' },
  { days: 1, title: 'a day later' },
  { days: 7, title: 'a week later' },
  { days: 364, title: '52 weeks later' },
];

/** The name of a shift. An address can contain any whole number of days. */
export function shiftTitle(days: number): string {
  const known = CHOICES.find((choice) => choice.days === days);
  return known?.title ?? `${Math.abs(days)} days ${days < 0 ? 'earlier' : 'later'}`;
}

/** The shifts offered, and the current one if it is not among them. */
export function shiftChoices(days: number): readonly ShiftChoice[] {
  if (CHOICES.some((choice) => choice.days === days)) return CHOICES;
  return [...CHOICES, { days, title: shiftTitle(days) }];
}

/** Writes `dehrprice` or `dehrprice, 52 weeks earlier`. */
export const labelOf = (seriesId: string, shiftDays: number): string =>
  shiftDays === 0 ? seriesId : `${seriesId}, ${shiftTitle(shiftDays)}`;
