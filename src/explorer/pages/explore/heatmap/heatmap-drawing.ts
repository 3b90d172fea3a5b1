// Draws the heatmap on a canvas in the page's own colours.

import { hatch } from '#explorer/chart/drawing/hatch.ts';
import { type Colours, readColours } from '#explorer/chart/scene/colours.ts';
import { type HeatmapGrid, HOURS } from '#explorer/pages/explore/heatmap/heatmap-grid.ts';
import {
  CELL_HEIGHT,
  edgeOf,
  GUTTER,
  HEIGHT,
  type HeatmapLayout,
  labelledDays,
} from '#explorer/pages/explore/heatmap/heatmap-layout.ts';
import { type HeatmapScale, positionOf } from '#explorer/pages/explore/heatmap/heatmap-scale.ts';
import { paintAt, type Scheme } from '#explorer/parts/colour-ramp.ts';
import { formatDay } from '#explorer/series/time-text.ts';

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
  const { width } = scene.layout;
  const ratio = Math.min(window.devicePixelRatio, WIDEST_PIXELS / width);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(HEIGHT * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${HEIGHT}px`;
  const context = canvas.getContext('2d')!;
  context.scale(ratio, ratio);
  const colours = readColours(canvas);
  drawCells(context, scene, colours);
  drawLabels(context, scene, colours);
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
  const seam = layout.cellWidth >= 8 ? 1 : 0;
  for (let cell = 0; cell < grid.means.length; cell++) {
    const state = grid.stateOf(cell);
    if (state === 'none') continue;
    const day = Math.floor(cell / HOURS);
    const [left, right] = [edgeOf(layout, day), edgeOf(layout, day + 1)];
    context.fillStyle =
      state === 'gap'
        ? hatching
        : fills[Math.round((positionOf(scale, grid.means[cell]!) + 1) * STEPS)]!;
    context.fillRect(left, (cell % HOURS) * CELL_HEIGHT, right - left - seam, CELL_HEIGHT - seam);
  }
}

function drawLabels(
  context: CanvasRenderingContext2D,
  { grid, layout }: HeatmapScene,
  colours: Colours,
): void {
  context.fillStyle = colours.axis;
  context.font = `11px ${colours.font}`;
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  for (let hour = 0; hour < HOURS; hour += 3) {
    const text = `${String(hour).padStart(2, '0')}:00`;
    context.fillText(text, GUTTER - 7, hour * CELL_HEIGHT + CELL_HEIGHT / 2);
  }
  context.textAlign = 'left';
  for (const day of labelledDays(grid.firstDay, layout)) {
    // `Mon 16 Nov 2026` without weekday; on 1 January the year alone.
    const [, dayOfMonth, month, year] = formatDay(grid.firstDay + day).split(' ');
    const text = dayOfMonth === '1' && month === 'Jan' ? year! : `${dayOfMonth} ${month}`;
    const x = edgeOf(layout, day);
    if (x + context.measureText(text).width > layout.width) continue;
    context.fillText(text, x, HOURS * CELL_HEIGHT + 13);
  }
}
