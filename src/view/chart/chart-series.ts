// One line of a chart. Times are seconds since 1970 UTC everywhere; the zone only labels them.

/** One line. A value lasts from its time stamp to the next: lines are stepped. */
export interface ChartSeries {
  /** A name unique in the chart. */
  readonly id: string;
  /** The short name for legend and cursor, such as `dehrprice` or `run 14 Nov 12:00Z`. */
  readonly label: string;
  readonly unit: string;
  /** Ascending, unique. */
  readonly times: readonly number[];
  /** The values, as many as `times`. Null is a gap, at which the line breaks. */
  readonly values: readonly (number | null)[];
  /** The end of the last value's interval. */
  readonly endTime: number;
  /** The time stamp of the last observed value. What follows is forecast and drawn lighter. */
  readonly lastObserved?: number | undefined;
  /** The indices of values of periods that are not complete: hatched, and drawn only up to now. */
  readonly partial?: ReadonlySet<number> | undefined;
  /** What the readout adds to single values, such as `10 of 168 h`. */
  readonly notes?: ReadonlyMap<number, string> | undefined;
  /** The digits after the point; left out, those that tell the values apart. */
  readonly decimals?: number | undefined;
  /** 0–7: one colour (--series-1 … --series-8) and its dash pattern. */
  readonly style: number;
  /** Whether the line marks parts of another one: that it breaks between them is not said. */
  readonly isMark?: boolean;
  /** Whether the line is faint and thin: an older run behind the newest. */
  readonly isFaint?: boolean;
}
