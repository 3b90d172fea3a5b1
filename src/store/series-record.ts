// A series as every store keeps it: its definition, its record, and what a search for series asks.

import type { Instant } from '#core/time/instant';
import type { ResolutionName } from '#core/time/resolution';

/** The series' key inside one store: small, stable, never shown to a caller. */
export type SeriesKey = number;

export interface SeriesDefinition {
  readonly code: string;
  readonly description: string;
  readonly unit: string;
  readonly resolution: ResolutionName;
  /** Area code as in core/market/areas.ts; null if the series belongs to no area. */
  readonly area: string | null;
  /** What is measured (`hrprice`, `hrwind`, `fx` …), or null. */
  readonly category: string | null;
}

export interface SeriesRecord extends SeriesDefinition {
  readonly key: SeriesKey;
  /** First and last observed (non-gap) index; both null if nothing is observed. */
  readonly firstIndex: number | null;
  readonly lastIndex: number | null;
  /** Smallest first and largest last index over all runs; both null without a run. */
  readonly runFirstIndex: number | null;
  readonly runLastIndex: number | null;
  /** The newest run by analyzedAt, and its last index; both null without a run. */
  readonly newestRunAt: Instant | null;
  readonly newestRunLastIndex: number | null;
  /** When a value or run last changed; null if nothing was ever written. */
  readonly updatedAt: Instant | null;
  /** Grows with every change of definition, value or run: the key of every cache and ETag. */
  readonly version: number;
}

export interface SeriesQuery {
  /** Leading part of the code; '' is every series. */
  readonly prefix?: string;
  /** Every word must occur in the code or the description, without regard to case. */
  readonly words?: readonly string[];
  readonly area?: string;
  readonly resolution?: ResolutionName;
  /** Only codes after this one (exclusive), for paging. */
  readonly after?: string;
  readonly limit: number;
}

export interface CatalogState {
  readonly version: number;
  /** When anything last changed; null if nothing was ever written. */
  readonly updatedAt: Instant | null;
}

/** How far the observed values of a series reach, as a row: many are read at once. */
export type SeriesReach = readonly [
  code: string,
  key: SeriesKey,
  resolution: ResolutionName,
  area: string | null,
  firstIndex: number | null,
  lastIndex: number | null,
  updatedAt: Instant | null,
];
