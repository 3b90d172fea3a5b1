// One array of values that reductions read into and give back. Ten years of hours are 700 kB, and making
// and clearing that memory for every answer took 100 µs, a tenth of the answer.

/** Fourteen years of quarter hours, 4 MB; longer spans are rare. */
const LARGEST_KEPT = 500_000;

let spare: Float64Array | undefined;

/** Lends an array of at least this length, with any content. */
export function borrowValues(length: number): Float64Array {
  const kept = spare;
  spare = undefined;
  return kept && kept.length >= length ? kept : new Float64Array(length);
}

/** Takes back an array that is no longer read. */
export function giveBackValues(values: Float64Array): void {
  if (values.length <= LARGEST_KEPT && values.length >= (spare?.length ?? 0)) spare = values;
}
