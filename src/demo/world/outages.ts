// Regular outages of a few series, so that gaps can be seen. No other series is made of these, and none of
// them is a price.

interface Outage {
  readonly code: string;
  /** The hours from one outage to the next, and the hours that it lasts. */
  readonly every: number;
  readonly lasts: number;
}

const OUTAGES: readonly Outage[] = [
  { code: 'ithrcons', every: 997, lasts: 5 },
  { code: 'pthrwind', every: 1_511, lasts: 9 },
  { code: 'rohrsolar', every: 2_203, lasts: 14 },
  { code: 'hrhrtemp', every: 733, lasts: 3 },
];

const byCode = new Map(OUTAGES.map((outage) => [outage.code, outage]));

/** A text about a series' outages; undefined if it has none. */
export function outageNote(code: string): string | undefined {
  const outage = byCode.get(code);
  return (
    outage && `an outage of ${outage.lasts} hours about every ${Math.round(outage.every / 24)} days`
  );
}

/** The hourly values of a series from hour `first` on, with gaps in its outages. */
export function withOutages(code: string, first: number, values: Float64Array): Float64Array {
  const outage = byCode.get(code);
  if (!outage) return values;
  return values.map((value, i) => ((first + i) % outage.every < outage.lasts ? Number.NaN : value));
}
