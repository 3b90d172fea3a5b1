// The state of a series in the slow model of a store, and how states are compared.

import type { ForecastRun } from '#core/values/forecast-run';
import type { RunBand, RunDetail } from '#store/run-store';
import type { SeriesDefinition } from '#store/series-record';

export type Texts = Pick<SeriesDefinition, 'description' | 'unit' | 'area' | 'category'>;
export type Point = readonly [index: number, value: number];

export interface ModelRun {
  readonly run: ForecastRun;
  readonly detail: RunDetail | undefined;
  readonly bands: readonly RunBand[];
  /** When the run was stored in this form: tells it from an equal one. */
  readonly storedAt: number;
}

export const runKeyOf = ({ analyzedAt, source }: Pick<ForecastRun, 'analyzedAt' | 'source'>) =>
  `${analyzedAt} ${source}`;

/** Everything about a series at one time. */
export interface State {
  readonly texts: Texts;
  /** When a text last changed. */
  readonly textsAt: number;
  readonly values: ReadonlyMap<number, number>;
  /** By `runKeyOf`. */
  readonly runs: ReadonlyMap<string, ModelRun>;
  readonly updatedAt: number | null;
}

export interface Version {
  readonly at: number;
  state: State;
}

export interface Series {
  /** Every version, oldest first, each at another instant. */
  readonly versions: Version[];
  recordedAt: number | null;
}

export interface Entry {
  readonly touched: Map<string, number>;
  undoneBy: number | null;
  isCompacted: boolean;
}

export const isSameNumber = (a: number, b: number): boolean =>
  a === b || (Number.isNaN(a) && Number.isNaN(b));
export const isSame = (a: unknown, b: unknown): boolean => contentOf(a) === contentOf(b);

/** Equal texts for equal contents. NaN is not null, and -0 is 0. */
export const contentOf = (thing: unknown): string =>
  JSON.stringify(thing, (_, value) => {
    if (value instanceof Map) return [...value].sort(([a], [b]) => (a < b ? -1 : 1));
    if (value instanceof Float64Array) return Array.from(value, (n) => String(n + 0));
    return value === undefined ? null : value;
  });

export const valueAt = (state: State | undefined, index: number): number =>
  state?.values.get(index) ?? Number.NaN;
