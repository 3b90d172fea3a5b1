// What a check reports, and how it names a time in a series.

import type { Grid } from '#core/time/grid';
import { formatUtc, type Instant } from '#core/time/instant';

export interface Damage {
  /** The series' code, or the file if the damage is not of a series: `series file`. */
  readonly subject: string;
  /** What is wrong, and with which chunk, run or row, in plain words. */
  readonly what: string;
}

export type OnDamage = (damage: Damage) => void;

/** Reports a damage of a known subject. */
export type Say = (what: string) => void;

/** How much a check has read. */
export interface CheckCounts {
  series: number;
  chunks: number;
  changes: number;
  runs: number;
  bands: number;
  /** What was written before its checksum was stored: decoded, but a changed digit would not show. */
  unverified: number;
  damages: number;
}

export const noCounts = (): CheckCounts => ({
  series: 0,
  chunks: 0,
  changes: 0,
  runs: 0,
  bands: 0,
  unverified: 0,
  damages: 0,
});

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Whether the value can be an index. Indices fit 32 bits. */
export const isIndex = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) <= 2 ** 31;

const FIRST_YEAR_MS = Date.UTC(0, 0, 1);

/** Writes `2024-05-17T10:00:00Z`, or the number itself if it is no time that can be written. */
export function timeText(instant: unknown): string {
  if (!Number.isInteger(instant) || Math.abs(instant as number) > -FIRST_YEAR_MS) {
    return `instant ${instant}`;
  }
  return formatUtc(instant as Instant);
}

export function indexText(grid: Grid, index: unknown): string {
  if (index === null) return 'none';
  try {
    if (isIndex(index)) return timeText(grid.startOf(index));
  } catch {
    // No zone has rules for the year, which only a damaged index can mean.
  }
  return `index ${index}`;
}

/** Writes `from 2024-05-01T00:00:00Z up to 2024-06-02T00:00:00Z`; the end is exclusive. */
export const spanText = (grid: Grid, start: number, end: number): string =>
  `from ${indexText(grid, start)} up to ${indexText(grid, end)}`;
