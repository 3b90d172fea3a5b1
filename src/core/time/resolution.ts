// The native resolutions: one row each, with every spelling the interfaces and files use.

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/instant';

export type ResolutionName =
  | 'quarterhour'
  | 'halfhour'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'
  | 'quarter'
  | 'year';

export interface Resolution {
  /** `resolution_name` in /meta/all, `resolution` in definition files. */
  readonly name: ResolutionName;
  /** `Resolution` in /meta and /meta/all. */
  readonly code: number;
  /** `Meta.resolution` of /series. */
  readonly title: string;
  /** `resolution` of the forecast interface. */
  readonly adverb: string;
  /** The order by length: a larger rank is a longer interval. */
  readonly rank: number;
  /** The exact length of the interval; undefined from a day on, as it varies. */
  readonly stepMs?: number;
  /** The usual length of an interval: for estimates, never for arithmetic. */
  readonly typicalMs: number;
  /** ISO 8601 duration. */
  readonly iso: string;
  /** The spelling in series codes: `deqhprice`, `dehrprice`. */
  readonly infix: string;
}

export const RESOLUTIONS: readonly Resolution[] = [
  {
    name: 'quarterhour',
    code: 6,
    title: 'QuarterHour',
    adverb: 'QuarterHourly',
    rank: 0,
    stepMs: 15 * MINUTE_MS,
    typicalMs: 15 * MINUTE_MS,
    iso: 'PT15M',
    infix: 'qh',
  },
  {
    name: 'halfhour',
    code: 7,
    title: 'HalfHour',
    adverb: 'HalfHourly',
    rank: 1,
    stepMs: 30 * MINUTE_MS,
    typicalMs: 30 * MINUTE_MS,
    iso: 'PT30M',
    infix: 'hh',
  },
  {
    name: 'hour',
    code: 0,
    title: 'Hour',
    adverb: 'Hourly',
    rank: 2,
    stepMs: HOUR_MS,
    typicalMs: HOUR_MS,
    iso: 'PT1H',
    infix: 'hr',
  },
  {
    name: 'day',
    code: 1,
    title: 'Day',
    adverb: 'Daily',
    rank: 3,
    typicalMs: DAY_MS,
    iso: 'P1D',
    infix: 'day',
  },
  {
    name: 'week',
    code: 2,
    title: 'Week',
    adverb: 'Weekly',
    rank: 4,
    typicalMs: 7 * DAY_MS,
    iso: 'P7D',
    infix: 'wk',
  },
  {
    name: 'month',
    code: 3,
    title: 'Month',
    adverb: 'Monthly',
    rank: 5,
    typicalMs: 30 * DAY_MS,
    iso: 'P1M',
    infix: 'mth',
  },
  {
    name: 'quarter',
    code: 4,
    title: 'Quarter',
    adverb: 'Quarterly',
    rank: 6,
    typicalMs: 91 * DAY_MS,
    iso: 'P3M',
    infix: 'qtr',
  },
  {
    name: 'year',
    code: 5,
    title: 'Year',
    adverb: 'Yearly',
    rank: 7,
    typicalMs: 365 * DAY_MS,
    iso: 'P1Y',
    infix: 'yr',
  },
];

const byName = new Map(RESOLUTIONS.map((resolution) => [resolution.name, resolution]));

export const resolutionOf = (name: ResolutionName): Resolution => byName.get(name)!;

/** The resolution of a name in any case, or undefined. */
export const findResolution = (text: string): Resolution | undefined =>
  byName.get(text.trim().toLowerCase() as ResolutionName);
