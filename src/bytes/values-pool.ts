// One array of values that reductions read into and give back: ten years of hours are 700 kB, and
// having that much memory made and cleared for every answer cost a tenth of it (100 µs).

/** Fourteen years of quarter hours, 4 MB; anything longer is rare. */
const LARGEST_KEPT = 500_000;

let spare: Float64Array | undefined;

/** An array of at least this length, for as long as nobody else can see it. Holds anything. */
export function borrowValues(length: number): Float64Array {
  const held = spare;
  spare = undefined;
  return held && held.length >= length ? held : new Float64Array(length);
}

/** Nothing may look at the array any more. */
export function giveBackValues(values: Float64Array): void {
  if (values.length <= LARGEST_KEPT && values.length >= (spare?.length ?? 0)) spare = values;
}
