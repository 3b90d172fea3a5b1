// A panel of a board: a card with a title, what it is of, its content and notes below. Pure.

import { drawFigures, type FigureGroup } from '#pictures/parts/figures';
import { drawHeatmap, type HeatmapContent } from '#pictures/parts/heatmap';
import { drawLineChart } from '#pictures/parts/line-chart';
import type { LineChart } from '#pictures/parts/plot';
import { drawTable, type Table } from '#pictures/parts/table';
import { element, joinSvg, movedTo, type Svg } from '#pictures/svg/element';
import type { Drawing, Pen } from '#pictures/svg/pen';
import { wrapText } from '#pictures/svg/text-width';

export type PanelContent =
  /** One chart a unit, above each other. */
  | { readonly kind: 'charts'; readonly charts: readonly LineChart[] }
  | { readonly kind: 'heatmap'; readonly heatmap: HeatmapContent }
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'figures'; readonly groups: readonly FigureGroup[] }
  /** Why nothing is drawn. */
  | { readonly kind: 'message'; readonly text: string };

export interface Panel {
  readonly title: string;
  /** What the panel is of: code, unit, span, zone. */
  readonly facts: string;
  readonly content: PanelContent;
  readonly notes: readonly string[];
  readonly width: 'half' | 'full';
}

const PADDING = 14;
const TITLE = 15;
const SMALL = 12;
const NOTE_LINE = 16;
const MOST_NOTE_LINES = 4;
/** The height of each chart by the number of charts. */
const CHART_HEIGHTS = [260, 260, 200, 180];
const LEAST_AXIS = 52;
/** The most that a chart grows beside a higher panel. */
const MOST_EXTRA = 240;

/** Draws a panel without its card. Charts are higher by `extra`, as high as a neighbour asks for. */
export function drawPanel(panel: Panel, width: number, pen: Pen, extra = 0): Drawing {
  const inner = width - 2 * PADDING;
  const dim = { size: SMALL, colour: pen.palette.inkDim };
  const head = joinSvg(
    pen.text(0, 14, panel.title, { size: TITLE, isBold: true, room: inner }),
    pen.text(0, 32, panel.facts, { ...dim, room: inner }),
  );
  const contentTop = panel.facts === '' ? 26 : 44;
  const content = drawContent(panel.content, inner, pen, extra);
  const notes = panel.notes.flatMap((note) =>
    wrapText(note, inner, { size: SMALL }, MOST_NOTE_LINES),
  );
  const notesTop = contentTop + content.height + (notes.length > 0 ? 6 : 0);
  const lines = notes.map((note, i) => pen.text(0, notesTop + 12 + i * NOTE_LINE, note, dim));
  return {
    svg: movedTo(PADDING, PADDING, head, movedTo(0, contentTop, content.svg), ...lines),
    height: 2 * PADDING + notesTop + notes.length * NOTE_LINE,
  };
}

export const drawCard = (width: number, height: number, { palette }: Pen): Svg =>
  element('rect', {
    ...{ x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 8 },
    ...{ fill: palette.card, stroke: palette.line },
  });

function drawContent(content: PanelContent, width: number, pen: Pen, extra: number): Drawing {
  switch (content.kind) {
    case 'charts':
      return drawCharts(content.charts, width, pen, extra);
    case 'heatmap':
      return (
        drawHeatmap(content.heatmap, width, pen) ??
        drawMessage('The heatmap needs values by the day or finer.', width, pen)
      );
    case 'table':
      return drawTable(content.table, width, pen);
    case 'figures':
      return drawFigures(content.groups, width, pen);
    case 'message':
      return drawMessage(content.text, width, pen);
  }
}

function drawCharts(charts: readonly LineChart[], width: number, pen: Pen, extra: number): Drawing {
  const usual = CHART_HEIGHTS[charts.length] ?? CHART_HEIGHTS.at(-1)!;
  const height = usual + Math.floor(Math.min(extra, MOST_EXTRA) / charts.length);
  const labels = charts.flatMap(({ series }) => series.map(({ label }) => label));
  const leastAxis = charts.length > 1 ? LEAST_AXIS : 0;
  const parts: Svg[] = [];
  let y = 0;
  for (const chart of charts) {
    const drawn = drawLineChart(chart, { width, height, leastAxis, labels }, pen);
    parts.push(movedTo(0, y, drawn.svg));
    y += drawn.height;
  }
  return { svg: joinSvg(...parts), height: y };
}

function drawMessage(text: string, width: number, pen: Pen): Drawing {
  const lines = wrapText(text, width - 24, { size: 13 }, 6);
  const height = 24 + lines.length * 18;
  const { warnSoft, warnInk } = pen.palette;
  return {
    svg: joinSvg(
      element('rect', { x: 0, y: 0, width, height, rx: 6, fill: warnSoft }),
      ...lines.map((line, i) => pen.text(12, 26 + i * 18, line, { size: 13, colour: warnInk })),
    ),
    height,
  };
}
