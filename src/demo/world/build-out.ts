// The share of the figures in area-facts.ts that is built at a time: both fleets grow, then level off.

import { dayOfCivil } from '#core/time/civil';

const FIGURES_HOUR = dayOfCivil(2025, 7, 1) * 24;

const FLEETS = {
  wind: { perHour: 0.045 / 8766, least: 0.7, most: 1.25 },
  solar: { perHour: 0.1 / 8766, least: 0.5, most: 1.25 },
} as const;

export function builtShare(fleet: keyof typeof FLEETS, hour: number): number {
  const { perHour, least, most } = FLEETS[fleet];
  return Math.min(most, Math.max(least, 1 + perHour * (hour - FIGURES_HOUR)));
}
