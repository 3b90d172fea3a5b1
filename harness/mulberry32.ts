// Numbers that the figures of benchmarks and the bounds of the model's tests were chosen with: they stay the same.
// Whatever needs just any numbers from a seed takes them from random.ts.

/** Uniform in [0, 1), the same for the same seed: good enough for noise, and fast. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
