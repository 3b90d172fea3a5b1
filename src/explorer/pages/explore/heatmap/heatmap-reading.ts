// A heatmap's cell in words. Pure.

import { DAY_MS, HOUR_MS, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { type HeatmapGrid, HOURS } from '#explorer/pages/explore/heatmap/heatmap-grid.ts';
import { isForecast } from '#explorer/series/stats.ts';
import { formatDay } from '#explorer/series/time-text.ts';
import { formatValue } from '#explorer/series/value-text.ts';

interface ReadingContext {
  readonly grid: HeatmapGrid;
  readonly zone: Zone;
  readonly unit: string;
  readonly decimals: number;
  /** Seconds. */
  readonly observedUntil: number | undefined;
}

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Writes `Tue 10 Nov 2026, 11:00–12:00 · 73.50 EUR/MWh`. */
export function cellText(cell: number, context: ReadingContext): string {
  const { grid, zone, unit, decimals, observedUntil } = context;
  const [day, hour] = [grid.firstDay + Math.floor(cell / HOURS), cell % HOURS];
  const head = `${formatDay(day)}, ${clock(hour)}–${clock(hour + 1)}`;
  const wall = day * DAY_MS + hour * HOUR_MS;
  const instant = zone.instantOf(wall);
  if (instant + zone.offsetAt(instant) !== wall) return `${head} · the clock skips this hour`;
  const state = grid.stateOf(cell);
  if (state !== 'value') return `${head} · ${state === 'gap' ? 'no value' : 'not in this span'}`;
  const passes = grid.passesOf(cell);
  const value = `${formatValue(grid.means[cell], decimals)} ${unit}`;
  const twice = passes
    ? ` (the hour comes twice: ${passes.map((pass) => formatValue(pass, decimals)).join(' and ')})`
    : '';
  const kind = isForecast(instant / SECOND_MS, observedUntil) ? ', forecast' : '';
  return `${head} · ${value}${twice}${kind}`;
}
