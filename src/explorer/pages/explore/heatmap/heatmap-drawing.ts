// Draws the heatmap on a canvas in the page's own colours.

import { hatch } from '#explorer/chart/drawing/hatch.ts';
import { type Colours, readColours } from '#explorer/chart/scene/colours.ts';
import { paintAt, type Scheme } from '#view/heatmap/colour-ramp';
import { type HeatmapGrid, HOURS } from '#view/heatmap/heatmap-grid';
import {
  edgeOf,
  GUTTER,
  type HeatmapLayout,
  labelledDays,
  labelledWeeks,
} from '#view/heatmap/heatmap-layout';
import { type HeatmapScale, positionOf } from '#view/heatmap/heatmap-scale';
import { formatDay } from '#view/values/time-text';

export interface HeatmapScene {
  readonly grid: HeatmapGrid;
  readonly scale: HeatmapScale;
  readonly layout: HeatmapLayout;
  readonly scheme: Scheme;
}

/** The widest canvas that browsers accept. */
const WIDEST_PIXELS = 16_000;
const STEPS = 128;

export function drawHeatmap(canvas: HTMLCanvasElement, scene: HeatmapScene): void {
  const { width, height } = scene.layout;
  const context = sizedContext(canvas, width, height, WIDEST_PIXELS / width);
  const colours = readColours(canvas);
  drawCells(context, scene, colours);
  drawColumnLabels(context, scene, colours);
  drawRowLabels(context, scene, colours);
}

/** Draws the names of the rows alone, for a strip that stays while the cells scroll. */
export function drawGutter(canvas: HTMLCanvasElement, scene: HeatmapScene): void {
  const context = sizedContext(canvas, GUTTER, scene.layout.height);
  const colours = readColours(canvas);
  context.fillStyle = colours.card;
  context.fillRect(0, 0, GUTTER, scene.layout.height);
  drawRowLabels(context, scene, colours);
}

function sizedContext(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  mostRatio = Number.POSITIVE_INFINITY,
): CanvasRenderingContext2D {
  const ratio = Math.min(window.devicePixelRatio, mostRatio);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext('2d')!;
  context.scale(ratio, ratio);
  return context;
}

/** Fills a strip with the ramp from the scale's low to its high end. */
export function drawLegend(canvas: HTMLCanvasElement, scale: HeatmapScale, scheme: Scheme): void {
  const context = canvas.getContext('2d')!;
  const { width, height } = canvas;
  for (let x = 0; x < width; x++) {
    const value = scale.low + ((scale.high - scale.low) * x) / (width - 1);
    context.fillStyle = paintAt(positionOf(scale, value), scheme).fill;
    context.fillRect(x, 0, 1, height);
  }
}

function drawCells(
  context: CanvasRenderingContext2D,
  { grid, scale, layout, scheme }: HeatmapScene,
  colours: Colours,
): void {
  const fills = Array.from(
    { length: 2 * STEPS + 1 },
    (_, i) => paintAt(i / STEPS - 1, scheme).fill,
  );
  // A gap shows without a colour.
  const hatching = hatch(context, colours.zero);
  // Thin lines between cells, if the cells are wide enough.
  const { rows, cellHeight } = layout;
  const seam = Math.min(layout.cellWidth, cellHeight) >= 8 ? 1 : 0;
  for (let cell = 0; cell < grid.means.length; cell++) {
    const state = grid.stateOf(cell);
    if (state === 'none') continue;
    const column = Math.floor(cell / rows);
    const [left, right] = [edgeOf(layout, column), edgeOf(layout, column + 1)];
    context.fillStyle =
      state === 'gap'
        ? hatching
        : fills[Math.round((positionOf(scale, grid.means[cell]!) + 1) * STEPS)]!;
    context.fillRect(left, (cell % rows) * cellHeight, right - left - seam, cellHeight - seam);
  }
}

function beginLabels(context: CanvasRenderingContext2D, { axis, font }: Colours): void {
  context.fillStyle = axis;
  context.font = `11px ${font}`;
  context.textBaseline = 'middle';
}

/** The step between labelled hours, and the names of weekdays. */
const HOUR_STEP = 3;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function drawRowLabels(
  context: CanvasRenderingContext2D,
  { grid, layout: { rows, cellHeight } }: HeatmapScene,
  colours: Colours,
): void {
  beginLabels(context, colours);
  context.textAlign = 'right';
  const isCalendar = grid.columnDays > 1;
  const step = isCalendar ? 1 : (HOUR_STEP * rows) / HOURS;
  for (let row = 0; row < rows; row += step) {
    const hour = String((row * HOURS) / rows).padStart(2, '0');
    const text = isCalendar ? WEEKDAYS[row]! : `${hour}:00`;
    // A low row has its name beneath its upper edge.
    context.fillText(text, GUTTER - 7, row * cellHeight + Math.max(cellHeight / 2, 6));
  }
}

function drawColumnLabels(
  context: CanvasRenderingContext2D,
  { grid, layout }: HeatmapScene,
  colours: Colours,
): void {
  beginLabels(context, colours);
  context.textAlign = 'left';
  for (const { column, text } of columnLabels(grid, layout)) {
    const x = edgeOf(layout, column);
    if (x + context.measureText(text).width > layout.width) continue;
    context.fillText(text, x, layout.rows * layout.cellHeight + 13);
  }
}

function columnLabels(
  grid: HeatmapGrid,
  layout: HeatmapLayout,
): { readonly column: number; readonly text: string }[] {
  if (grid.columnDays > 1)
    return labelledWeeks(grid.firstDay, layout).map(({ column, month, year }) => ({
      column,
      text: month === 1 ? String(year) : MONTHS[month - 1]!,
    }));
  return labelledDays(grid.firstDay, layout).map((day) => {
    // `Mon 16 Nov 2026` without weekday; on 1 January the year alone.
    const [, dayOfMonth, month, year] = formatDay(grid.firstDay + day).split(' ');
    const isNewYear = dayOfMonth === '1' && month === 'Jan';
    return { column: day, text: isNewYear ? year! : `${dayOfMonth} ${month}` };
  });
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
