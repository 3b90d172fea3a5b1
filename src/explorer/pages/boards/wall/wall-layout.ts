// The layout of a wallboard: columns and rows that fill the screen. Pure.

import type { PanelShape } from '#contract/boards';

export interface WallLayout {
  readonly columns: number;
  /** CSS pixels. */
  readonly rowHeight: number;
  readonly chartHeight: number;
  /** How much larger than on a desk text and charts are. */
  readonly zoom: number;
}

interface WallScreen {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** CSS pixels: the line above, and the space between panels. */
const HEAD = 46;
const GAP = 12;
/** What a panel has above and below its chart, at a zoom of 1. */
const AROUND_CHART = 98;
/** A lower chart cannot be read: the wallboard then scrolls. */
const LEAST_CHART = 210;
const PHONE = 700;
const WIDE = 2_200;

export function wallLayout(
  panels: readonly Pick<PanelShape, 'width'>[],
  { width, height }: WallScreen,
): WallLayout {
  const columns = columnsOf(panels, width);
  const zoom = zoomOf(width / columns, width);
  const rows = rowsOf(panels, columns);
  const room = height - HEAD;
  const least = (LEAST_CHART + AROUND_CHART) * zoom;
  const rowHeight = Math.floor(Math.max(least, room / rows - GAP));
  return { columns, rowHeight, chartHeight: Math.floor(rowHeight - AROUND_CHART * zoom), zoom };
}

function columnsOf(panels: readonly Pick<PanelShape, 'width'>[], width: number): number {
  const halves = panels.filter((panel) => panel.width === 'half').length;
  if (width < PHONE || halves <= 1) return 1;
  return width >= WIDE && halves > 4 ? 3 : 2;
}

/** Larger on large screens, as far as a panel stays as wide as a chart needs. */
const zoomOf = (panelWidth: number, width: number): number =>
  width < PHONE ? 1 : Math.round(Math.min(1.8, Math.max(1, panelWidth / 680)) * 20) / 20;

/** The rows that panels fill in their order: a full one has a row of its own. */
export function rowsOf(panels: readonly Pick<PanelShape, 'width'>[], columns: number): number {
  let [rows, used] = [0, columns];
  for (const { width } of panels) {
    if (width === 'full' || used >= columns) [rows, used] = [rows + 1, 0];
    used = width === 'full' ? columns : used + 1;
  }
  return Math.max(1, rows);
}
