// The weekly reservoir filling: a seasonal curve of melt and use, moved by wet and dry times.

import { civilOfDay, dayOfCivil } from '#core/time/civil';
import { DAY_PERIODS } from '#core/time/grid';
import type { IndexSpan } from '#core/time/span';
import { addNoise, seedOf } from '#demo/world/noise';

/** The filling on the first of each month, as shares of the capacity. */
const CURVES = {
  nordic: [0.68, 0.57, 0.46, 0.36, 0.33, 0.48, 0.66, 0.76, 0.82, 0.85, 0.83, 0.77],
  alpine: [0.6, 0.47, 0.34, 0.23, 0.19, 0.3, 0.5, 0.69, 0.81, 0.84, 0.79, 0.71],
  southern: [0.53, 0.57, 0.62, 0.66, 0.69, 0.69, 0.65, 0.58, 0.51, 0.46, 0.45, 0.48],
} as const;

interface Reservoir {
  readonly area: string;
  /** The content of a full reservoir, GWh. */
  readonly capacity: number;
  readonly curve: keyof typeof CURVES;
}

// biome-ignore format: one row an area reads as a table
export const RESERVOIRS: readonly Reservoir[] = [
  { area: 'NO1', capacity: 6_500, curve: 'nordic' },
  { area: 'NO2', capacity: 33_900, curve: 'nordic' },
  { area: 'NO3', capacity: 9_100, curve: 'nordic' },
  { area: 'NO4', capacity: 20_800, curve: 'nordic' },
  { area: 'NO5', capacity: 17_000, curve: 'nordic' },
  { area: 'SE1', capacity: 14_800, curve: 'nordic' },
  { area: 'SE2', capacity: 15_700, curve: 'nordic' },
  { area: 'SE3', capacity: 2_900, curve: 'nordic' },
  { area: 'SE4', capacity: 240, curve: 'nordic' },
  { area: 'FI', capacity: 5_500, curve: 'nordic' },
  { area: 'AT', capacity: 3_200, curve: 'alpine' },
  { area: 'CH', capacity: 8_900, curve: 'alpine' },
  { area: 'FR', capacity: 3_600, curve: 'alpine' },
  { area: 'ES', capacity: 18_500, curve: 'southern' },
  { area: 'PT', capacity: 3_200, curve: 'southern' },
  { area: 'IT', capacity: 5_600, curve: 'alpine' },
  { area: 'RO', capacity: 3_100, curve: 'southern' },
];

/** Adds the dryness of an area or a group of them, standard normal, one value an hour from `first` on. */
export function addDryness(out: Float64Array, first: number, name: string): void {
  addNoise(out, first, seedOf(`dry 60 weeks ${name}`), 60 * 168, 0.75);
  addNoise(out, first, seedOf(`dry 17 weeks ${name}`), 17 * 168, 0.6);
  addNoise(out, first, seedOf(`dry 5 weeks ${name}`), 5 * 168, 0.28);
}

function drynessAt(hour: number, name: string): number {
  const out = new Float64Array(1);
  addDryness(out, hour, name);
  return out[0]!;
}

function usualShare(curve: readonly number[], dayNumber: number): number {
  const { year, month, day } = civilOfDay(dayNumber);
  const monthDays = dayOfCivil(year, month + 1, 1) - dayOfCivil(year, month, 1);
  const rest = (day - 1) / monthDays;
  const here = curve[month - 1]!;
  return here + rest * (curve[month % 12]! - here);
}

/** The filling in the middle of a week in whole GWh. */
function fillingAt({ area, capacity, curve }: Reservoir, week: number): number {
  const middleDay = DAY_PERIODS.week.firstDay(week) + 3;
  const hour = middleDay * 24 + 12;
  const dryness =
    curve === 'nordic'
      ? 0.85 * drynessAt(hour, 'nordic') + 0.5 * drynessAt(hour, area)
      : drynessAt(hour, area);
  const share = usualShare(CURVES[curve], middleDay);
  // Half-full reservoirs move most, so that none overflows or runs dry.
  return Math.round(
    capacity * (share - 0.32 * share * (1 - share) * Math.max(-2.5, Math.min(2.5, dryness))),
  );
}

/** The filling of one area or the sum of several, by week index of the grid. */
export function fillingsOf(areas: readonly string[], weeks: IndexSpan): Float64Array {
  const out = new Float64Array(weeks.end - weeks.start);
  const reservoirs = RESERVOIRS.filter(({ area }) => areas.includes(area));
  for (let i = 0; i < out.length; i++) {
    for (const reservoir of reservoirs) out[i]! += fillingAt(reservoir, weeks.start + i);
  }
  return out;
}
