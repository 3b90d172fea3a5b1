// Lattice noise: random numbers hashed at regular points of time and blended in between. Unlike a random
// walk it has no state: an hour has the same value in every span.

/** The 32-bit seed of a name (FNV-1a). */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** 32 well-mixed bits of a seed and a lattice point. */
function hash32(seed: number, cell: number): number {
  let bits = Math.imul(cell, 0x9e3779b1) ^ seed;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** The standard deviation of the sum of four random bytes. */
const FOUR_BYTES_SIGMA = Math.sqrt((4 * (256 ** 2 - 1)) / 12);

/** A roughly standard normal number within ±3.5: the sum of four random bytes. */
function normalAt(seed: number, cell: number): number {
  const bits = hash32(seed, cell);
  const sum = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24);
  return (sum - 510) / FOUR_BYTES_SIGMA;
}

interface Blend {
  readonly before: Float64Array;
  readonly after: Float64Array;
}

const blends = new Map<number, Blend>();

/** The smooth weights of the two lattice points around each step, scaled so that the variance stays 1. */
function blendOf(scale: number): Blend {
  const cached = blends.get(scale);
  if (cached) return cached;
  const before = new Float64Array(scale);
  const after = new Float64Array(scale);
  for (let step = 0; step < scale; step++) {
    const t = step / scale;
    const rise = t * t * (3 - 2 * t);
    const size = Math.hypot(rise, 1 - rise);
    before[step] = (1 - rise) / size;
    after[step] = rise / size;
  }
  const made = { before, after };
  blends.set(scale, made);
  return made;
}

/** Seeds differ in phase, so that the lattice points of two noises do not coincide. */
const phaseOf = (seed: number, scale: number): number => hash32(seed, -1) % scale;

/**
 * Adds noise of mean 0 and standard deviation `amplitude` to `out`; `out[i]` belongs to step `first + i`.
 * `scale` is the number of steps between two lattice points.
 */
export function addNoise(
  out: Float64Array,
  first: number,
  seed: number,
  scale: number,
  amplitude: number,
): void {
  const { before, after } = blendOf(scale);
  const position = first + phaseOf(seed, scale);
  let cell = Math.floor(position / scale);
  let step = position - cell * scale;
  let left = normalAt(seed, cell);
  let right = normalAt(seed, cell + 1);
  for (let i = 0; i < out.length; i++) {
    out[i]! += amplitude * (left * before[step]! + right * after[step]!);
    if (++step < scale) continue;
    step = 0;
    cell++;
    left = right;
    right = normalAt(seed, cell + 1);
  }
}

/** The same noise at one step, of standard deviation 1. */
export function noiseAt(step: number, seed: number, scale: number): number {
  const out = new Float64Array(1);
  addNoise(out, step, seed, scale, 1);
  return out[0]!;
}
