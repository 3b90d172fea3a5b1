// A heatmap's cell in words. Pure.

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import { findResolution } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import type { HeatmapGrid } from '#view/heatmap/heatmap-grid';
import { isForecast } from '#view/values/stats';
import { formatDay } from '#view/values/time-text';
import { formatValue } from '#view/values/value-text';

interface ReadingContext {
  readonly grid: HeatmapGrid;
  readonly zone: Zone;
  readonly unit: string;
  readonly decimals: number;
  /** Seconds. */
  readonly observedUntil: number | undefined;
}

/** Writes a time after midnight: `09:15`, `24:00`. */
function clock(afterMidnightMs: number): string {
  const minutes = Math.round(afterMidnightMs / MINUTE_MS);
  const two = (count: number): string => String(count).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Writes `Tue 10 Nov 2026, 11:00–12:00 · 73.50 EUR/MWh`. */
export function cellText(cell: number, context: ReadingContext): string {
  const { grid, zone, unit, decimals, observedUntil } = context;
  const { day, startMs } = timeOfCell(cell, grid);
  const isDay = grid.rowMs === DAY_MS;
  const head = isDay
    ? formatDay(day)
    : `${formatDay(day)}, ${clock(startMs)}–${clock(startMs + grid.rowMs)}`;
  const wall = day * DAY_MS + startMs;
  const instant = zone.instantOf(wall);
  if (!isDay && instant + zone.offsetAt(instant) !== wall)
    return `${head} · the clock skips this ${grid.rowMs === HOUR_MS ? 'hour' : 'time'}`;
  const state = grid.stateOf(cell);
  if (state !== 'value') return `${head} · ${state === 'gap' ? 'no value' : 'not in this span'}`;
  const passes = grid.passesOf(cell);
  const value = `${formatValue(grid.means[cell], decimals)} ${unit}`;
  const twice = passes
    ? ` (mean of two ${grid.rowMs === HOUR_MS ? 'hours' : 'values'}, as the clock shows it twice: ${passes.map((pass) => formatValue(pass, decimals)).join(' and ')})`
    : '';
  const kind = isForecast(instant / SECOND_MS, observedUntil) ? ', forecast' : '';
  return `${head} · ${value}${twice}${kind}`;
}

/** The day of a cell, and its time after midnight. */
function timeOfCell(cell: number, { firstDay, columnDays, rows, rowMs }: HeatmapGrid) {
  const [column, row] = [Math.floor(cell / rows), cell % rows];
  return columnDays > 1
    ? { day: firstDay + column * columnDays + row, startMs: 0 }
    : { day: firstDay + column, startMs: row * rowMs };
}

/** Further hours are counted, not listed. */
const MOST_HOURS = 3;

/** Says which cells are means of several values: all of them, or those of repeated hours. */
export function meansTexts(resolution: string, grid: HeatmapGrid): string[] {
  const stepMs = findResolution(resolution)?.stepMs ?? HOUR_MS;
  const texts: string[] = [];
  if (stepMs < grid.rowMs && grid.rowMs === HOUR_MS) {
    const name = stepMs === HOUR_MS / 4 ? 'quarter hours' : 'half hours';
    texts.push(`each cell is the mean of ${HOUR_MS / stepMs} ${name}`);
  }
  const hours = grid.repeated.map((cell) => {
    const { day, startMs } = timeOfCell(cell, grid);
    const [, date, month, year] = formatDay(day).split(' ');
    return `${date} ${month} ${year} ${clock(startMs)}`;
  });
  if (hours.length > 0) {
    const more = hours.length - MOST_HOURS;
    const listed = [...hours.slice(0, MOST_HOURS), ...(more > 0 ? [`${more} more`] : [])];
    texts.push(
      `mean of two ${grid.rowMs === HOUR_MS ? 'hours' : 'values'}, as the clock was set back: ${listed.join(', ')}`,
    );
  }
  return texts;
}

/** Writes the days in sight, and which they are a part of if not all are. */
export function sightText(
  { firstDay, loadedDays: [firstLoaded, lastLoaded], columnDays }: HeatmapGrid,
  [first, last]: readonly [first: number, last: number],
): string {
  const spanOf = (from: number, to: number): string =>
    from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
  const whole = spanOf(firstLoaded, lastLoaded);
  const from = Math.max(firstLoaded, firstDay + first * columnDays);
  const to = Math.min(lastLoaded, firstDay + (last + 1) * columnDays - 1);
  if (from === firstLoaded && to === lastLoaded) return whole;
  return `In sight: ${spanOf(from, to)}. Scroll for the rest of ${whole}.`;
}
