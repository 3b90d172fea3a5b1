// What others published for the same days: the benchmark's own forecast files, scored here.

import { type DayColumns, readDayColumns } from '#cli/commands/forecast/day-csv';
import { openInput } from '#importers/files/open-input';
import { type Score, scoreForecast } from '#model/numbers/score';

export interface PublishedScore {
  readonly name: string;
  readonly score: Score;
}

export const readColumns = async (file: string): Promise<DayColumns> =>
  readDayColumns((await openInput(file, process.stdin)).pieces);

const REAL = 'Real price';
const ENSEMBLES = ['LEAR Ensemble', 'DNN Ensemble'] as const;
const WEEK_HOURS = 168;

/** The value a week before, for every hour of the last `days` days of a column. */
export function weekBefore(values: Float64Array, days: number): Float64Array {
  const end = values.length - WEEK_HOURS;
  return values.slice(end - days * 24, end);
}

/**
 * Every published forecast over the last `days` days, then the mean of the two ensembles. `positions` are the
 * hours of these days that count.
 */
export async function scorePublished(
  file: string,
  prices: Float64Array,
  days: number,
  positions: readonly number[],
): Promise<PublishedScore[]> {
  const columns = await readColumns(file);
  const pick = (values: Float64Array): Float64Array =>
    Float64Array.from(positions, (at) => values[at]!);
  const last = (values: Float64Array): Float64Array =>
    pick(values.subarray(values.length - days * 24));
  const actual = last(columns.column(REAL));
  const naive = pick(weekBefore(prices, days));
  const [lear, dnn] = ENSEMBLES.map((name) => last(columns.column(name)));
  const names = columns.names.filter((name) => name !== REAL);
  return [
    { name: 'weekly naive', score: scoreForecast(actual, naive, naive) },
    ...names.map((name) => ({
      name: `published ${name}`,
      score: scoreForecast(actual, last(columns.column(name)), naive),
    })),
    {
      name: 'mean of the two published ensembles',
      score: scoreForecast(
        actual,
        lear!.map((value, i) => (value + dnn![i]!) / 2),
        naive,
      ),
    },
  ];
}
