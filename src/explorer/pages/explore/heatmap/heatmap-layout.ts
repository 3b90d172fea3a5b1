// The places of the heatmap's cells, in CSS pixels, and the keys that move between them. Pure.

import { civilOfDay, weekdayOf } from '#core/time/civil';
import { HOURS } from '#explorer/pages/explore/heatmap/heatmap-grid.ts';

export const CELL_HEIGHT = 15;
/** The room for the hours on the left and the days beneath. */
export const GUTTER = 44;
export const FOOT = 24;
export const HEIGHT = HOURS * CELL_HEIGHT + FOOT;

/** The narrowest cells that can be told apart. If they do not fit, the picture scrolls. */
const NARROWEST = 2;
const WIDEST = 96;

export interface HeatmapLayout {
  readonly width: number;
  readonly dayCount: number;
  /** The width of a cell, maybe a fraction. Edges are rounded, so that no seam shows. */
  readonly cellWidth: number;
}

export function layOut(dayCount: number, room: number): HeatmapLayout {
  const fitting = (room - GUTTER) / dayCount;
  const cellWidth = Math.min(WIDEST, Math.max(NARROWEST, fitting));
  return { dayCount, cellWidth, width: Math.ceil(GUTTER + cellWidth * dayCount) };
}

/** The left edge of a day. */
export const edgeOf = ({ cellWidth }: HeatmapLayout, day: number): number =>
  GUTTER + Math.round(day * cellWidth);

/** The cell at a point, column by column; undefined outside. */
export function cellAt(layout: HeatmapLayout, x: number, y: number): number | undefined {
  const day = Math.floor((x - GUTTER) / layout.cellWidth);
  const hour = Math.floor(y / CELL_HEIGHT);
  if (day < 0 || day >= layout.dayCount || hour < 0 || hour >= HOURS) return undefined;
  return day * HOURS + hour;
}

const WEEK = 7;

/** The cell that a key leads to; undefined if the key does not move. */
export function cellAfterKey(
  key: string,
  isShifted: boolean,
  cell: number,
  dayCount: number,
): number | undefined {
  const [day, hour] = [Math.floor(cell / HOURS), cell % HOURS];
  const at = (toDay: number, toHour: number): number =>
    clamp(toDay, dayCount - 1) * HOURS + clamp(toHour, HOURS - 1);
  const days = isShifted ? WEEK : 1;
  switch (key) {
    case 'ArrowLeft':
      return at(day - days, hour);
    case 'ArrowRight':
      return at(day + days, hour);
    case 'ArrowUp':
      return at(day, hour - 1);
    case 'ArrowDown':
      return at(day, hour + 1);
    case 'Home':
      return at(0, hour);
    case 'End':
      return at(dayCount - 1, hour);
    default:
      return undefined;
  }
}

const clamp = (value: number, last: number): number => Math.min(Math.max(value, 0), last);

/** The least room for a label such as `16 Nov`. */
const LABEL_ROOM = 52;

/** The days that carry a label: all, every second, Mondays or firsts of months, whatever fits first. */
export function labelledDays(firstDay: number, { dayCount, cellWidth }: HeatmapLayout): number[] {
  const days = Array.from({ length: dayCount }, (_, day) => day);
  const choices: ((day: number) => boolean)[] = [
    () => true,
    (day) => day % 2 === 0,
    (day) => weekdayOf(firstDay + day) === 0,
  ];
  const fitting = choices
    .map((isChosen) => days.filter(isChosen))
    .find((chosen) => chosen.length * LABEL_ROOM <= dayCount * cellWidth);
  // The narrowest month is 28 of the narrowest cells: its label always fits.
  return fitting ?? days.filter((day) => civilOfDay(firstDay + day).day === 1);
}
