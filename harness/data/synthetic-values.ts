// Values that look like the market's: prices with two decimals, loads in whole megawatts, temperatures
// at full precision. A season, a day, a weekend and noise that remembers; the same for the same seed.
// Prices move from hour to hour as Germany's did from 2019 to 2023, by 4 EUR/MWh in the median: that
// decides how small they can be stored.

import { mulberry32 } from '../mulberry32.ts';
import { FIRST_HOUR } from './calendar.ts';
import type { Kind } from './catalog.ts';

type Draw = () => number;

/** Nearly normal, mean 0, deviation 1. */
const normal = (draw: Draw): number => (draw() + draw() + draw() + draw() - 2) * Math.sqrt(3);

/** The day's shape, by hour: a morning and an evening peak. */
const DAY = Array.from(
  { length: 24 },
  (_, hour) => Math.exp(-((hour - 8) ** 2) / 8) + 1.3 * Math.exp(-((hour - 19) ** 2) / 10) - 0.45,
);
const HOURS_PER_YEAR = 8_766;

const MAKERS: Readonly<Record<Kind, (shape: Shape, noise: number, draw: Draw) => number>> = {
  price: ({ season, day, isWeekend }, noise, draw) => {
    const surprise = draw() < 0.1 ? 14 * normal(draw) : 0;
    const price = 62 + 14 * season + 16 * day - (isWeekend ? 11 : 0) + 14 * noise + surprise;
    return Math.round(price * 100) / 100 || 0;
  },
  load: ({ season, day, isWeekend }, noise) =>
    Math.round(52_000 + 7_000 * season + 8_500 * day - (isWeekend ? 6_000 : 0) + 1_800 * noise),
  temperature: ({ season, day }, noise) => 9.5 - 9 * season + 3 * day + 4 * noise,
};

interface Shape {
  /** 1 in January, -1 in July. */
  readonly season: number;
  readonly day: number;
  readonly isWeekend: boolean;
}

/** The first `hours` values of a series. */
export function makeValues(kind: Kind, seed: number, hours: number): Float64Array {
  const draw = mulberry32(seed * 7_919 + kind.length);
  const make = MAKERS[kind];
  const values = new Float64Array(hours);
  const shape = { season: 0, day: 0, isWeekend: false };
  let noise = normal(draw);
  for (let i = 0; i < hours; i++) {
    const hour = FIRST_HOUR + i;
    noise = 0.97 * noise + 0.24 * normal(draw);
    shape.season = Math.cos((2 * Math.PI * i) / HOURS_PER_YEAR);
    shape.day = DAY[hour % 24]!;
    shape.isWeekend = (Math.floor(hour / 24) + 3) % 7 >= 5;
    values[i] = make(shape, noise, draw);
  }
  return values;
}

/** A run's values; neighbouring runs differ. */
export const makeRunValues = (seriesId: number, run: number, hours: number): Float64Array =>
  makeValues('price', seriesId * 1_000 + run, hours);
