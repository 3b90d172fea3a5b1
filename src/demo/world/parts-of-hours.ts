// Quarter-hours and half hours made of hours: they rise and fall with the hours around them, and their mean
// is exactly the hour's own value.

export interface PartShape {
  /** The parts of an hour: 4 or 2. */
  readonly parts: number;
  /** The rounding: 100 for cents, 1 for whole numbers. */
  readonly perUnit: number;
  /** Whether a part may fall below zero. */
  readonly isSigned: boolean;
}

/** Splits hours; `around` has one hour more at either end than the result. */
export function splitHours(around: Float64Array, shape: PartShape): Float64Array {
  const { parts, perUnit, isSigned } = shape;
  const out = new Float64Array(Math.max(0, around.length - 2) * parts);
  for (let hour = 1; hour < around.length - 1; hour++) {
    const value = around[hour]!;
    const rise = (around[hour + 1]! - around[hour - 1]!) / 2;
    const reach = (rise / 2) * (1 - 1 / parts);
    const bound = isSigned ? Math.abs(reach) : 0.9 * value;
    const swing = Math.max(-bound, Math.min(bound, reach));
    // In whole cents (or units) the last part takes the rounding of the hour.
    let left = Math.round(value * perUnit) * parts;
    for (let part = 0; part < parts; part++) {
      const lean = (2 * part) / (parts - 1) - 1;
      const isLast = part === parts - 1;
      const units = isLast ? left : Math.round((value + swing * lean) * perUnit);
      left -= units;
      out[(hour - 1) * parts + part] = units / perUnit + 0;
    }
  }
  return out;
}
