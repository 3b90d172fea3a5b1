// Boosted trees: a forecast is the sum of what each tree says, and each tree was learnt from what those before it left
// over.

/** The trees: of each the column and limit of every split, level by level, and the value of every leaf. */
export interface BoostedTrees {
  readonly depth: number;
  /** The column of a split; -1 if all rows go to the first side. */
  readonly splits: Int32Array;
  /** A row with at most the limit goes to the first side. */
  readonly limits: Float64Array;
  readonly leaves: Float64Array;
}

/** The forecast for the values of all columns, which begin at `start`. */
export function predictTrees(trees: BoostedTrees, values: Float64Array, start = 0): number {
  const { depth, splits, limits, leaves } = trees;
  const leafCount = 2 ** depth;
  const count = leaves.length / leafCount;
  let total = 0;
  for (let tree = 0; tree < count; tree++) {
    const first = tree * (leafCount - 1) - 1;
    let at = 1;
    for (let level = 0; level < depth; level++) {
      const column = splits[first + at]!;
      const isBeyond = column >= 0 && values[start + column]! > limits[first + at]!;
      at = 2 * at + (isBeyond ? 1 : 0);
    }
    total += leaves[tree * leafCount + at - leafCount]!;
  }
  return total;
}

/** The trees as numbers in a row: their depth, splits, limits and leaves. */
export const encodeTrees = ({ depth, splits, limits, leaves }: BoostedTrees): Float64Array =>
  Float64Array.of(depth, ...splits, ...limits, ...leaves);

export function decodeTrees(numbers: Float64Array): BoostedTrees {
  const depth = numbers[0]!;
  const leafCount = 2 ** depth;
  const trees = (numbers.length - 1) / (3 * leafCount - 2);
  const split = 1 + trees * (leafCount - 1);
  const limit = split + trees * (leafCount - 1);
  return {
    depth,
    splits: Int32Array.from(numbers.subarray(1, split)),
    limits: numbers.slice(split, limit),
    leaves: numbers.slice(limit),
  };
}
