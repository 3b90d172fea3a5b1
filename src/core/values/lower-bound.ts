// Binary search in an ascending list of numbers.

/** Position of the first number that is not below `bound`, from `from` on. The length if all are. */
export function lowerBound(list: ArrayLike<number>, bound: number, from = 0): number {
  let low = from;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Position of the first number above `bound`. The length if no number is. */
export function upperBound(list: ArrayLike<number>, bound: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! <= bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
