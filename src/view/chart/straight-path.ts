// A line of straight strokes from value to value, and the area between it and a level. A value stands in the middle
// of its interval, because it is the mean of it. At most four points a pixel column are kept: no spike is lost.

import type { AreaSink } from '#view/chart/step-area';
import { isJoined, type PathSink, type TraceLine } from '#view/chart/step-path';

/** The values that share a pixel column. */
interface Column {
  readonly x: number;
  readonly heights: [first: number, least: number, greatest: number, last: number];
}

/** Traces straight strokes. A gap breaks the line, and a value between two gaps is a level stroke. */
export const traceStraight: TraceLine = (steps, xOf, yOf, path) => {
  const { times, values, to, endTime } = steps;
  let columns: Column[] = [];
  let lone: readonly [left: number, right: number] | undefined;
  const lift = (): void => {
    writeColumns(columns, lone, path);
    columns = [];
  };
  for (let i = steps.from - (isJoined(steps) ? 1 : 0); i < to; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) {
      lift();
      continue;
    }
    const end = i + 1 < to ? times[i + 1]! : endTime;
    lone = columns.length === 0 ? [xOf(times[i]!), xOf(end)] : undefined;
    addPoint(columns, xOf((times[i]! + end) / 2), yOf(value));
  }
  lift();
};

function addPoint(columns: Column[], x: number, y: number): void {
  const last = columns.at(-1);
  if (last?.x !== x) {
    columns.push({ x, heights: [y, y, y, y] });
    return;
  }
  const { heights } = last;
  heights[1] = Math.min(heights[1], y);
  heights[2] = Math.max(heights[2], y);
  heights[3] = y;
}

/** Writes one stroke of the pen. `lone` is the interval of a single value. */
function writeColumns(
  columns: readonly Column[],
  lone: readonly [left: number, right: number] | undefined,
  path: PathSink,
): void {
  const [first] = columns;
  if (!first) return;
  let y = first.heights[0];
  if (columns.length === 1) {
    // Values of one column may be equal: a level stroke is seen in any case.
    const [left, right] = lone ?? [first.x, first.x + 1];
    path.moveTo(left, y);
    path.lineTo(Math.max(right, left + 1), y);
    if (lone) return;
  }
  path.moveTo(first.x, y);
  for (const column of columns) {
    column.heights.forEach((height, i) => {
      if (height === y && (i > 0 || column === first)) return;
      path.lineTo(column.x, height);
      y = height;
    });
  }
}

/** Closes every stroke of a line down, or up, to a level: the area between the two. */
export class AreaTo implements PathSink {
  readonly #path: AreaSink;
  readonly #level: number;
  #start: number | undefined;
  #x = 0;

  /** `level` is in pixels. */
  constructor(path: AreaSink, level: number) {
    this.#path = path;
    this.#level = level;
  }

  moveTo(x: number, y: number): void {
    this.close();
    this.#start = this.#x = x;
    this.#path.moveTo(x, this.#level);
    this.#path.lineTo(x, y);
  }

  lineTo(x: number, y: number): void {
    this.#x = x;
    this.#path.lineTo(x, y);
  }

  /** Ends the last stroke. */
  close(): void {
    if (this.#start === undefined) return;
    this.#path.lineTo(this.#x, this.#level);
    this.#path.closePath();
    this.#start = undefined;
  }
}
