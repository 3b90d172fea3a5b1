// A series and a slice as typed arrays, and several of them joined in order.

import type { SeriesColumns } from '#contract/forecast';
import type { SliceColumns } from '#contract/slices';
import { type Columns, readColumns } from './read-columns.ts';

const SECOND_MS = 1_000;

type Numbers<T, Names extends keyof T> = { readonly [Name in Names]: Float64Array };

/** One series over a span. All columns are equally long; NaN is a gap. */
export type SeriesData = Omit<SeriesColumns, 'times' | 'values' | 'counts' | 'expected'> &
  /** `times` are milliseconds since 1970 UTC, ascending: the starts of the intervals. */
  Numbers<SeriesColumns, 'times' | 'values'> &
  /** The native values that each value is made of, and those of its whole period, if `counts` asks for them. */
  Partial<Numbers<SeriesColumns, 'counts' | 'expected'>>;

type SliceNumbers = 'times' | 'values' | 'analyzedTimes' | 'recordedAts' | 'leadHours';
type SliceExtras = 'counts' | 'expected' | 'actuals' | 'errors';

/** A series as it was forecast. Times are milliseconds since 1970 UTC; NaN is what is not known. */
export type SliceData = Omit<SliceColumns, SliceNumbers | SliceExtras> &
  Numbers<SliceColumns, SliceNumbers> &
  Partial<Numbers<SliceColumns, SliceExtras>> & {
    /** The bounds of bands, such as `lower80` and `upper80` (`bands: true`). */
    readonly [bound: `${'lower' | 'upper'}${number}`]: Float64Array;
    /** Quantiles, such as `q10` (`quantile: '10,50,90'`). */
    readonly [quantile: `q${number}`]: Float64Array;
  };

/** The columns whose wire form is seconds. */
const TIMES = ['times', 'analyzedTimes', 'recordedAts'];

/** Reads the bytes of an answer in columns. */
export function readData<T>(bytes: Uint8Array): T {
  const columns: Columns = readColumns(bytes);
  for (const name of TIMES) {
    const seconds = columns[name];
    if (!(seconds instanceof Float64Array)) continue;
    for (let i = 0; i < seconds.length; i++) seconds[i]! *= SECOND_MS;
  }
  return columns as unknown as T;
}

/** What both kinds have. */
interface Part {
  readonly times: Float64Array;
  readonly to?: string | null;
  readonly incomplete?: readonly unknown[];
  readonly incompleteCount?: number;
}

type Stretch = NonNullable<SeriesColumns['origins']>[number];

/** Joins parts of one span, in order. What is said of the whole is that of all parts. */
export function joinData<T extends Part>(parts: readonly T[]): T {
  const [first] = parts;
  if (parts.length === 1) return first!;
  const joined: Record<string, unknown> = { ...first, to: parts.at(-1)!.to };
  for (const [name, column] of Object.entries(first!)) {
    const of = <V>(part: T): V => (part as Record<string, unknown>)[name] as V;
    if (column instanceof Float64Array) joined[name] = concat(parts.map(of<Float64Array>));
    else if (name === 'sources' || name === 'incomplete') joined[name] = parts.flatMap(of<[]>);
    else if (name === 'origins') joined[name] = joinOrigins(parts.map(of<Stretch[]>), parts);
    else if (name === 'incompleteCount') joined[name] = sum(parts.map(of<number>));
    else if (name === 'decimals') joined[name] = mostDecimals(parts.map(of<number | null>));
  }
  return joined as unknown as T;
}

function concat(columns: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(sum(columns.map(({ length }) => length)));
  let at = 0;
  for (const column of columns) {
    all.set(column, at);
    at += column.length;
  }
  return all;
}

/** Stretches count their points from the first part on; two that meet and are alike become one. */
function joinOrigins(stretches: readonly Stretch[][], parts: readonly Part[]): Stretch[] {
  const joined: Stretch[] = [];
  let offset = 0;
  for (const [i, ofPart] of stretches.entries()) {
    for (const { first, kind, run } of ofPart) {
      const last = joined.at(-1);
      if (last?.kind === kind && last.run === run) continue;
      joined.push({ first: first + offset, kind, run });
    }
    offset += parts[i]!.times.length;
  }
  return joined;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Null means more than six, and wins. */
const mostDecimals = (decimals: readonly (number | null)[]): number | null =>
  decimals.includes(null) ? null : Math.max(...(decimals as number[]));
