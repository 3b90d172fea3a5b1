// The rectangles of the heatmap's cells, in CSS pixels, and the keys that move between them. Pure.

import { civilOfDay, weekdayOf } from '#core/time/civil';
import { HOURS } from '#view/heatmap/heatmap-grid';

export const CELL_HEIGHT = 15;
/** The room for the hours on the left and the days beneath. */
export const GUTTER = 44;
export const FOOT = 24;

/** The height of the cells together, about: more rows are lower. */
const CELLS_HEIGHT = HOURS * CELL_HEIGHT;
const TALLEST = 22;

/** The narrowest cells that can be told apart. If they do not fit, the picture scrolls. */
const NARROWEST = 2;
const WIDEST = 96;

export interface HeatmapLayout {
  readonly width: number;
  readonly height: number;
  /** The columns: days, or weeks of daily values. */
  readonly columnCount: number;
  readonly rows: number;
  /** The width of a cell, maybe a fraction. Edges are rounded, so that no seam shows. */
  readonly cellWidth: number;
  readonly cellHeight: number;
}

export function layOut(columnCount: number, room: number, rows = HOURS): HeatmapLayout {
  const fitting = (room - GUTTER) / columnCount;
  const cellHeight = Math.min(TALLEST, Math.ceil(CELLS_HEIGHT / rows));
  // The cells of a calendar are no wider than high.
  const widest = rows < HOURS ? cellHeight : WIDEST;
  const cellWidth = Math.min(widest, Math.max(NARROWEST, fitting));
  return {
    columnCount,
    rows,
    cellWidth,
    cellHeight,
    width: Math.ceil(GUTTER + cellWidth * columnCount),
    height: rows * cellHeight + FOOT,
  };
}

/** The left edge of a column. */
export const edgeOf = ({ cellWidth }: HeatmapLayout, column: number): number =>
  GUTTER + Math.round(column * cellWidth);

/** The cell at a point, column by column; undefined outside. */
export function cellAt(layout: HeatmapLayout, x: number, y: number): number | undefined {
  const { columnCount, rows, cellWidth, cellHeight } = layout;
  const column = Math.floor((x - GUTTER) / cellWidth);
  const row = Math.floor(y / cellHeight);
  if (column < 0 || column >= columnCount || row < 0 || row >= rows) return undefined;
  return column * rows + row;
}

/** The first and the last column in sight, when the picture is scrolled; the gutter stays. */
export function columnsInSight(
  { columnCount, cellWidth }: HeatmapLayout,
  scrollLeft: number,
  room: number,
): readonly [first: number, last: number] {
  const first = Math.floor(scrollLeft / cellWidth);
  const last = Math.ceil((scrollLeft + room - GUTTER) / cellWidth) - 1;
  return [clamp(first, columnCount - 1), clamp(last, columnCount - 1)];
}

const WEEK = 7;

/** The cell that a key leads to; undefined if the key does not move. */
export function cellAfterKey(
  key: string,
  isShifted: boolean,
  cell: number,
  columnCount: number,
  rows = HOURS,
): number | undefined {
  const [column, row] = [Math.floor(cell / rows), cell % rows];
  const at = (toColumn: number, toRow: number): number =>
    clamp(toColumn, columnCount - 1) * rows + clamp(toRow, rows - 1);
  const columns = isShifted ? WEEK : 1;
  switch (key) {
    case 'ArrowLeft':
      return at(column - columns, row);
    case 'ArrowRight':
      return at(column + columns, row);
    case 'ArrowUp':
      return at(column, row - 1);
    case 'ArrowDown':
      return at(column, row + 1);
    case 'Home':
      return at(0, row);
    case 'End':
      return at(columnCount - 1, row);
    default:
      return undefined;
  }
}

const clamp = (value: number, last: number): number => Math.min(Math.max(value, 0), last);

/** The least room for a label such as `16 Nov`. */
const LABEL_ROOM = 52;

/** The days that carry a label: all, every second, Mondays or firsts of months, whatever fits first. */
export function labelledDays(
  firstDay: number,
  { columnCount, cellWidth }: HeatmapLayout,
): number[] {
  const days = Array.from({ length: columnCount }, (_, day) => day);
  const choices: ((day: number) => boolean)[] = [
    () => true,
    (day) => day % 2 === 0,
    (day) => weekdayOf(firstDay + day) === 0,
  ];
  const fitting = choices
    .map((isChosen) => days.filter(isChosen))
    .find((chosen) => chosen.length * LABEL_ROOM <= columnCount * cellWidth);
  // The narrowest month is 28 of the narrowest cells: its label always fits.
  return fitting ?? days.filter((day) => civilOfDay(firstDay + day).day === 1);
}

/** The months between labels of a calendar: the first step at which they fit. */
const MONTH_STEPS = [1, 3, 12];
const WEEKS_A_MONTH = 4;

/** The weeks that carry a label: those in which a month begins, all or every third, or a year. */
export function labelledWeeks(
  firstDay: number,
  { columnCount, cellWidth }: HeatmapLayout,
): { readonly column: number; readonly month: number; readonly year: number }[] {
  const step =
    MONTH_STEPS.find((months) => months * WEEKS_A_MONTH * cellWidth >= LABEL_ROOM) ??
    MONTH_STEPS.at(-1)!;
  return Array.from({ length: columnCount }, (_, column) => ({
    column,
    ...civilOfDay(firstDay + column * WEEK + WEEK - 1),
  })).filter(({ day, month }) => day <= WEEK && (month - 1) % step === 0);
}
