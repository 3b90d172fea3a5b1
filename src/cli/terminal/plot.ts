// A small chart for a terminal in braille dots: each character has two columns and four rows of dots.

import type { Points } from '#core/values/column';

export interface PlotSize {
  readonly columns: number;
  readonly rows: number;
}

const PLOT_ROWS = 10;
const WIDEST_PLOT = 100;
const AXIS_ROOM = 14;

/** The size of a chart in a terminal, which may have no width. */
export const plotSize = ({ columns }: { readonly columns?: number | undefined }): PlotSize => ({
  columns: Math.max(20, Math.min(columns ?? 80, WIDEST_PLOT) - AXIS_ROOM),
  rows: PLOT_ROWS,
});

const BLANK = 0x2800;
/** The bit of each dot in a braille character, by column and row. */
const DOTS = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
] as const;

/** The lines of a chart with its value axis. Gaps stay blank; each column shows its extremes. */
export function plot({ values }: Points, { columns, rows }: PlotSize): string[] {
  const present = values.filter((value) => !Number.isNaN(value));
  if (present.length === 0) return ['(no values)'];
  const min = present.reduce((a, b) => Math.min(a, b));
  const max = present.reduce((a, b) => Math.max(a, b));
  const [width, height] = [columns * 2, rows * 4];
  const cells = new Uint8Array(columns * rows);
  const rowOf = (value: number): number =>
    max === min ? Math.floor(height / 2) : Math.round(((max - value) / (max - min)) * (height - 1));
  const dotColumns = Math.min(width, values.length);
  for (let x = 0; x < dotColumns; x++) {
    const from = Math.floor((x * values.length) / dotColumns);
    const to = Math.max(from + 1, Math.floor(((x + 1) * values.length) / dotColumns));
    // From the value before, so that steep changes stay one line.
    const [top, bottom] = extentOf(values, Math.max(0, from - 1), to, rowOf);
    for (let y = top; y <= bottom; y++) {
      cells[Math.floor(y / 4) * columns + Math.floor(x / 2)]! |= DOTS[x % 2]![y % 4]!;
    }
  }
  const labels = axisLabels(min, max, rows);
  return Array.from({ length: rows }, (_, row) => {
    const line = cells.subarray(row * columns, (row + 1) * columns);
    return `${labels[row]} │${String.fromCharCode(...Array.from(line, (bits) => BLANK + bits))}`;
  });
}

function extentOf(
  values: Float64Array,
  from: number,
  to: number,
  rowOf: (value: number) => number,
): [top: number, bottom: number] {
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = from; i < to; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    top = Math.min(top, rowOf(value));
    bottom = Math.max(bottom, rowOf(value));
  }
  return [top, bottom];
}

function axisLabels(min: number, max: number, rows: number): string[] {
  const format = (value: number): string =>
    value.toLocaleString('en', { maximumSignificantDigits: 5 });
  const texts = Array.from({ length: rows }, (_, row) => {
    if (row === 0) return format(max);
    if (row === rows - 1) return format(min);
    return row === Math.floor(rows / 2) ? format((max + min) / 2) : '';
  });
  const width = Math.max(...texts.map((text) => text.length));
  return texts.map((text) => text.padStart(width));
}
