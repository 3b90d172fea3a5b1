// What every member of the blend is: something that learns from the days before one day and then
// forecasts that day, or a later one once the days between were fed back.

/**
 * The 24 hours of a row of the days it was fitted on, and hour 0 of the day after; undefined if the
 * values it looks back on are not there.
 */
export type DayForecaster = (row: number) => Float64Array | undefined;
