// Consumption from the kind of day, the hour on the area's own clock, the season and temperature.

import { type AreaFacts, nameForNoise } from '#demo/world/area-facts';
import type { Hours } from '#demo/world/hours';
import { addNoise, seedOf } from '#demo/world/noise';

const HEATING_BELOW = 16;
const COOLING_ABOVE = 21;

// Relative load by hour of the day, for working days, Saturdays and Sundays.
// biome-ignore format: six hours a line
const SHAPES = [
  0.84, 0.80, 0.78, 0.775, 0.79, 0.85,
  0.96, 1.08, 1.14, 1.16, 1.165, 1.17,
  1.165, 1.14, 1.12, 1.105, 1.11, 1.15,
  1.19, 1.185, 1.13, 1.06, 0.98, 0.90,

  0.84, 0.79, 0.765, 0.75, 0.75, 0.765,
  0.80, 0.87, 0.94, 0.99, 1.01, 1.015,
  1.00, 0.97, 0.95, 0.945, 0.965, 1.02,
  1.075, 1.08, 1.03, 0.975, 0.925, 0.87,

  0.80, 0.755, 0.725, 0.71, 0.705, 0.705,
  0.715, 0.755, 0.82, 0.875, 0.91, 0.935,
  0.935, 0.905, 0.88, 0.875, 0.90, 0.96,
  1.025, 1.04, 1.01, 0.97, 0.92, 0.85,
];

/** The mean of a week of five working days, a Saturday and a Sunday. */
const WEEK_MEAN = SHAPES.reduce((sum, share, i) => sum + share * (i < 24 ? 5 : 1), 0) / (7 * 24);

/** The extra load of evenings in winter, by hour. */
const EVENING = Float64Array.from(
  { length: 24 },
  (_, hour) => 0.035 * Math.exp(-(((hour - 18) / 1.8) ** 2)),
);

/** The shape with the area's own swing: 72 shares around 1. */
const shapeOf = (facts: AreaFacts): Float64Array =>
  Float64Array.from(SHAPES, (share) => 1 + facts.swing * (share / WEEK_MEAN - 1));

const heatingShare = (facts: AreaFacts, warmth: number): number =>
  facts.heating * Math.max(0, HEATING_BELOW - warmth) +
  facts.cooling * Math.max(0, warmth - COOLING_ABOVE);

/** The heating and cooling of an ordinary year, as a share of the mean load. */
function usualHeating(facts: AreaFacts): number {
  let sum = 0;
  for (let step = 0; step < 360; step++) {
    sum += heatingShare(facts, facts.warmth + facts.seasons * Math.cos((step * Math.PI) / 180));
  }
  return sum / 360;
}

/** The load in whole MWh an hour. */
export function loadOf(facts: AreaFacts, hours: Hours, temperature: Float64Array): Float64Array {
  const out = new Float64Array(hours.length);
  const name = nameForNoise(facts);
  addNoise(out, hours.first, seedOf(`load 4 ${name}`), 4, 0.007);
  addNoise(out, hours.first, seedOf(`load 70 ${name}`), 70, 0.012);
  const shape = shapeOf(facts);
  const steady = 1 - usualHeating(facts);
  const { wall, winter, dayKinds, firstDay } = hours;
  for (let i = 0; i < out.length; i++) {
    const local = wall[i]! + facts.clock;
    const day = Math.floor(local / 24);
    const hour = local - day * 24;
    const season = 1 + winter[i]! * (0.02 + EVENING[hour]!);
    const daily = shape[dayKinds[day - firstDay]! * 24 + hour]! * season * steady;
    const share = daily + heatingShare(facts, temperature[i]!) + out[i]!;
    out[i] = Math.round(facts.load * Math.max(0.3, share));
  }
  return out;
}
