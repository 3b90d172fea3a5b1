// A member of the blend learns from the days before one day and then forecasts that day, or a later one
// after the days between were written back.

/**
 * Forecasts the 24 hours of a row of its days and hour 0 of the day after; undefined if values that it
 * needs are missing.
 */
export type DayForecaster = (row: number) => Float64Array | undefined;
