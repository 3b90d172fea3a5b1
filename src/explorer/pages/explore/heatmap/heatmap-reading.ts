// A heatmap's cell in words. Pure.

import { DAY_MS, HOUR_MS, SECOND_MS } from '#core/time/instant';
import { findResolution } from '#core/time/resolution';
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
    ? ` (mean of two hours, as the clock shows it twice: ${passes.map((pass) => formatValue(pass, decimals)).join(' and ')})`
    : '';
  const kind = isForecast(instant / SECOND_MS, observedUntil) ? ', forecast' : '';
  return `${head} · ${value}${twice}${kind}`;
}

/** Further hours are counted, not listed. */
const MOST_HOURS = 3;

/** Says which cells are means of several values: all of them, or those of repeated hours. */
export function meansTexts(resolution: string, grid: HeatmapGrid): string[] {
  const stepMs = findResolution(resolution)?.stepMs ?? HOUR_MS;
  const texts: string[] = [];
  if (stepMs < HOUR_MS) {
    const name = stepMs === HOUR_MS / 4 ? 'quarter hours' : 'half hours';
    texts.push(`each cell is the mean of ${HOUR_MS / stepMs} ${name}`);
  }
  const hours = grid.repeated.map((cell) => {
    const [, date, month, year] = formatDay(grid.firstDay + Math.floor(cell / HOURS)).split(' ');
    return `${date} ${month} ${year} ${clock(cell % HOURS)}`;
  });
  if (hours.length > 0) {
    const more = hours.length - MOST_HOURS;
    const listed = [...hours.slice(0, MOST_HOURS), ...(more > 0 ? [`${more} more`] : [])];
    texts.push(`mean of two hours, as the clock was set back: ${listed.join(', ')}`);
  }
  return texts;
}
