// The steps of a line as a path. The path touches the least and the greatest value of a pixel column
// and has at most a few points per column: no spike is lost, and 87,600 values cost no more than a
// thousand.

/** The part of Path2D that is needed here. */
export interface PathSink {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
}

export interface Steps {
  readonly times: ArrayLike<number>;
  /** NaN is a gap. */
  readonly values: ArrayLike<number>;
  /** The indices [from, to) are drawn. */
  readonly from: number;
  readonly to: number;
  /** When the last of them ends. */
  readonly endTime: number;
  /** Whether the line comes from the value before `from`, if neither is a gap. */
  readonly joinsBefore?: boolean;
}

/** Traces values as a line; `xOf` and `yOf` give pixels. */
export type TraceLine = (
  steps: Steps,
  xOf: (time: number) => number,
  yOf: (value: number) => number,
  path: PathSink,
) => void;

/** Whether the line comes from a value before its first one. */
export const isJoined = ({ values, from, joinsBefore }: Steps): boolean =>
  joinsBefore === true && from > 0 && !Number.isNaN(values[from - 1]! + values[from]!);

/**
 * Traces `steps` into `path`; `xOf` and `yOf` give whole pixels. The pen lifts for a gap of at least one
 * pixel: a narrower one cannot be seen.
 */
export const traceSteps: TraceLine = (steps, xOf, yOf, path) => {
  const { times, values, from, to, endTime } = steps;
  if (isJoined(steps)) {
    const x = xOf(times[from]!);
    path.moveTo(x, yOf(values[from - 1]!));
    path.lineTo(x, yOf(values[from]!));
  }
  const pen = new Pen(path);
  let gapX: number | undefined;
  for (let i = from; i < to; i++) {
    const value = values[i]!;
    const x = xOf(times[i]!);
    if (Number.isNaN(value)) {
      gapX ??= x;
      continue;
    }
    if (gapX !== undefined && gapX < x) pen.lift(gapX);
    gapX = undefined;
    pen.step(x, yOf(value));
  }
  pen.lift(gapX ?? xOf(endTime));
};

/** Collects one pixel column at a time and writes it when the next begins. */
class Pen {
  readonly #path: PathSink;
  #isDown = false;
  /** The start of the path, and whether the path has left it. */
  #startX = 0;
  #hasMoved = false;
  /** The column being collected: its pixel, the height at which the path entered, its extent. */
  #x = 0;
  #entry = 0;
  #top = 0;
  #bottom = 0;
  #last = 0;

  constructor(path: PathSink) {
    this.#path = path;
  }

  /** Takes the line level to `x`, then up or down to `y`. */
  step(x: number, y: number): void {
    if (!this.#isDown) {
      this.#path.moveTo(x, y);
      this.#isDown = true;
      this.#hasMoved = false;
      this.#startX = x;
      this.#open(x, y);
    } else if (x !== this.#x) {
      this.#write();
      // Level stretches of equal values are one segment.
      if (y === this.#last) return;
      this.#line(x, this.#last);
      this.#open(x, this.#last);
    }
    if (y < this.#top) this.#top = y;
    if (y > this.#bottom) this.#bottom = y;
    this.#last = y;
  }

  /** Ends the line at `x`. A lone value narrower than a pixel still gets one. */
  lift(x: number): void {
    if (!this.#isDown) return;
    this.#write();
    const isDot = !this.#hasMoved && x <= this.#startX;
    this.#line(isDot ? this.#startX + 1 : x, this.#last);
    this.#isDown = false;
  }

  #open(x: number, y: number): void {
    this.#x = x;
    this.#entry = this.#top = this.#bottom = this.#last = y;
  }

  /** Visits the column's far end, then its near end, then the height at which the path leaves it. */
  #write(): void {
    const [first, second] =
      this.#last > this.#entry ? [this.#top, this.#bottom] : [this.#bottom, this.#top];
    let y = this.#entry;
    for (const next of [first, second, this.#last]) {
      if (next !== y) this.#line(this.#x, next);
      y = next;
    }
    this.#entry = this.#top = this.#bottom = this.#last;
  }

  #line(x: number, y: number): void {
    this.#path.lineTo(x, y);
    this.#hasMoved = true;
  }
}
