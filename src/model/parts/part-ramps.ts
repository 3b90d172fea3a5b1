// The parts of an hour (quarters or halves) on their own grid: each part's distance from its hour's mean is
// learnt from the steps to the hours before and after, so that parts follow the ramps of the forecast itself.

import { type DayTable, hourlyMeans } from '#model/days/day-table';
import {
  factorInPlace,
  packedLength,
  packedRow,
  solveLower,
  solveUpper,
} from '#model/numbers/cholesky';
import { deviationsOf } from '#model/parts/part-shape';

const HOURS = 24;
/** The days to learn from, and the fewest with which parts are learnt. */
const WINDOW_DAYS = 364;
const FEWEST_DAYS = 112;
/** The number of days after which a day counts half as much: the sun's ramps move with the season. */
const HALF_LIFE_DAYS = 42;
/** One, the step from the hour before, and the step to the hour after. */
const COLUMNS = 3;
/** The share of the steps' own squares that is added to them, so that equal steps can be solved. */
const RIDGE = 1e-6;
/** What a column without any steps has as its square. */
const LEAST_SQUARE = 1e-12;

export interface PartRamps {
  /** The parts of `hours`, the first of which is an hour of the day. */
  readonly parts: (hours: Float64Array, firstHour: number) => Float64Array;
  /** The root mean square distance of past parts from what was learnt, for each part of a day. */
  readonly spreads: Float64Array;
}

/** The steps into and out of an hour; at an end the only step counts twice. */
function stepsAt(hours: Float64Array, at: number): readonly [number, number] {
  const before = at > 0 ? hours[at]! - hours[at - 1]! : Number.NaN;
  const after = at + 1 < hours.length ? hours[at + 1]! - hours[at]! : Number.NaN;
  const into = Number.isFinite(before) ? before : Number.isFinite(after) ? after : 0;
  return [into, Number.isFinite(after) ? after : into];
}

/** Learns from the whole days before `row` that end before `knownSlots`; undefined if these are few. */
export function fitPartRamps(
  table: DayTable,
  row: number,
  knownSlots: number,
): PartRamps | undefined {
  const { slotsPerDay, target } = table;
  const newest = Math.min(row, Math.floor(knownSlots / slotsPerDay)) - 1;
  const days: { readonly row: number; readonly deviations: Float64Array }[] = [];
  for (let like = newest; like >= Math.max(0, row - WINDOW_DAYS); like--) {
    const deviations = deviationsOf(table, like);
    if (deviations !== undefined) days.push({ row: like, deviations });
  }
  if (days.length < FEWEST_DAYS) return undefined;
  const known = target.slice(0, (newest + 1) * slotsPerDay);
  const hours = hourlyMeans(known, slotsPerDay);
  const partCount = slotsPerDay / HOURS;
  const slopes = new Float64Array(slotsPerDay * COLUMNS);
  const spreads = new Float64Array(slotsPerDay);
  for (let hour = 0; hour < HOURS; hour++) {
    const columns = days.map((day) => [1, ...stepsAt(hours, day.row * HOURS + hour)]);
    const weights = days.map((day) => 0.5 ** ((newest - day.row) / HALF_LIFE_DAYS));
    const factor = factorOf(columns, weights);
    for (let part = 0; part < partCount; part++) {
      const slot = hour * partCount + part;
      const wanted = days.map(({ deviations }) => deviations[slot]!);
      const solved = solve(factor, columns, weights, wanted);
      slopes.set(solved, slot * COLUMNS);
      spreads[slot] = restOf(columns, weights, wanted, solved);
    }
  }
  return { parts: (given, firstHour) => partsOf(given, firstHour, slopes, partCount), spreads };
}

function partsOf(
  hours: Float64Array,
  firstHour: number,
  slopes: Float64Array,
  partCount: number,
): Float64Array {
  const parts = new Float64Array(hours.length * partCount);
  for (let at = 0; at < hours.length; at++) {
    const [into, out] = stepsAt(hours, at);
    const hour = (firstHour + at) % HOURS;
    for (let part = 0; part < partCount; part++) {
      const from = (hour * partCount + part) * COLUMNS;
      const deviation = slopes[from]! + slopes[from + 1]! * into + slopes[from + 2]! * out;
      parts[at * partCount + part] = hours[at]! + deviation;
    }
  }
  return parts;
}

type Rows = readonly (readonly number[])[];

/** The factor of the weighted squares of the columns. */
function factorOf(columns: Rows, weights: readonly number[]): Float64Array {
  const matrix = new Float64Array(packedLength(COLUMNS));
  columns.forEach((values, i) => {
    for (let a = 0; a < COLUMNS; a++) {
      const at = packedRow(a);
      for (let b = 0; b <= a; b++) {
        matrix[at + b] = matrix[at + b]! + weights[i]! * values[a]! * values[b]!;
      }
    }
  });
  for (let a = 1; a < COLUMNS; a++) {
    const own = packedRow(a) + a;
    matrix[own] = matrix[own]! * (1 + RIDGE) + LEAST_SQUARE;
  }
  factorInPlace(matrix, COLUMNS);
  return matrix;
}

function solve(
  factor: Float64Array,
  columns: Rows,
  weights: readonly number[],
  wanted: readonly number[],
): Float64Array {
  const solved = new Float64Array(COLUMNS);
  columns.forEach((values, i) => {
    for (let a = 0; a < COLUMNS; a++) {
      solved[a] = solved[a]! + weights[i]! * values[a]! * wanted[i]!;
    }
  });
  solveLower(factor, COLUMNS, solved);
  solveUpper(factor, COLUMNS, solved);
  return solved;
}

/** The weighted root mean square of what the columns leave over. */
function restOf(
  columns: Rows,
  weights: readonly number[],
  wanted: readonly number[],
  solved: Float64Array,
): number {
  let squares = 0;
  let total = 0;
  columns.forEach((values, i) => {
    let rest = wanted[i]!;
    for (let a = 0; a < COLUMNS; a++) rest -= values[a]! * solved[a]!;
    squares += weights[i]! * rest * rest;
    total += weights[i]!;
  });
  return Math.sqrt(squares / total);
}
