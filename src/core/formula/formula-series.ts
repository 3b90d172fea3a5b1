// A series as a formula names it: a code, and how many days later its values are taken. Pure.

/** The values of `shiftDays` later count; −1, −7, −364 are the past. */
export interface FormulaSeries {
  readonly seriesId: string;
  readonly shiftDays: number;
}

/** A series as formulas and addresses write it: `dehrprice`, or `dehrprice~-7`. */
export const formulaSeriesText = ({ seriesId, shiftDays }: FormulaSeries): string =>
  shiftDays === 0 ? seriesId : `${seriesId}~${shiftDays}`;
