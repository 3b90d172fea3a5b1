// Spans of time and of grid indices. They are half-open everywhere inside. The interfaces' inclusive ends
// exist only in the code that reads requests and writes answers.

import { firstIndexFrom, type Grid } from '#core/time/grid';
import type { Instant } from '#core/time/instant';

/** Instants from `start` up to but not including `end`. */
export interface Span {
  readonly start: Instant;
  readonly end: Instant;
}

/** Grid indices from `start` up to but not including `end`. */
export interface IndexSpan {
  readonly start: number;
  readonly end: number;
}

export const isEmpty = (span: IndexSpan): boolean => span.end <= span.start;

export const lengthOf = (span: IndexSpan): number => Math.max(0, span.end - span.start);

export const intersect = (a: IndexSpan, b: IndexSpan): IndexSpan => ({
  start: Math.max(a.start, b.start),
  end: Math.min(a.end, b.end),
});

/** The indices whose time stamps lie in a span. */
export const indicesIn = (grid: Grid, span: Span): IndexSpan => ({
  start: firstIndexFrom(grid, span.start),
  end: firstIndexFrom(grid, span.end),
});
