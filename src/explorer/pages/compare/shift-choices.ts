// How far a compared series can be moved, and how that is said.

export interface ShiftChoice {
  readonly days: number;
  readonly title: string;
}

/** 52 weeks rather than a year: Mondays stay on Mondays. */
const CHOICES: readonly ShiftChoice[] = [
  { days: 0, title: 'no shift' },
  { days: -1, title: 'a day earlier' },
  { days: -7, title: 'a week earlier' },
  { days: -364, title: '52 weeks earlier' },
  { days: 1, title: 'a day later' },
  { days: 7, title: 'a week later' },
  { days: 364, title: '52 weeks later' },
];

/** What a shift is called; any whole number of days can stand in an address. */
export function shiftTitle(days: number): string {
  const known = CHOICES.find((choice) => choice.days === days);
  return known?.title ?? `${Math.abs(days)} days ${days < 0 ? 'earlier' : 'later'}`;
}

/** The choices, and the shift at hand where it is none of them. */
export function shiftChoices(days: number): readonly ShiftChoice[] {
  if (CHOICES.some((choice) => choice.days === days)) return CHOICES;
  return [...CHOICES, { days, title: shiftTitle(days) }];
}

/** `dehrprice` or `dehrprice, 52 weeks earlier`. */
export const labelOf = (seriesId: string, shiftDays: number): string =>
  shiftDays === 0 ? seriesId : `${seriesId}, ${shiftTitle(shiftDays)}`;
