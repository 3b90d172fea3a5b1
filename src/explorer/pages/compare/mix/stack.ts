// Lines on top of each other: positive values upwards from zero, negative ones downwards. Pure.

export interface Layer {
  /** The bounds of the layer's area; NaN if an interval is a gap. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export interface Stack {
  /** One layer a line, in their order. */
  readonly layers: readonly Layer[];
  /** The sum of all lines; null if one of them has no value. */
  readonly totals: readonly (number | null)[];
}

/** Stacks columns of the same length. An interval in which a line has no value is a gap of all. */
export function stackColumns(columns: readonly (readonly (number | null)[])[]): Stack {
  const count = columns[0]?.length ?? 0;
  const layers = columns.map(() => ({
    lower: new Float64Array(count).fill(Number.NaN),
    upper: new Float64Array(count).fill(Number.NaN),
  }));
  const totals = new Array<number | null>(count).fill(null);
  for (let row = 0; row < count; row++) {
    if (columns.some((column) => column[row] === null)) continue;
    let [above, below] = [0, 0];
    columns.forEach((column, i) => {
      const value = column[row]!;
      const from = value < 0 ? below : above;
      const to = from + value;
      layers[i]!.lower[row] = Math.min(from, to);
      layers[i]!.upper[row] = Math.max(from, to);
      if (value < 0) below = to;
      else above = to;
    });
    // Adding 0 turns -0 into 0.
    totals[row] = above + below + 0;
  }
  return { layers, totals };
}
