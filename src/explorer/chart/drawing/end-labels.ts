// The names of lines beside their ends, so that lines are told apart without a key or a dash pattern.

import { yOfValue } from '#explorer/chart/drawing/pixels.ts';
import { type Colours, STYLE_COUNT } from '#explorer/chart/scene/colours.ts';
import type { EndingLine, LineLabels } from '#explorer/chart/scene/line-labels.ts';
import type { Frame } from '#view/chart/frame';
import { lastValueIn, moveApart } from '#view/chart/line-ends';

/** CSS pixels. */
const GAP = 6;
const MARK = 8;
const LINE_HEIGHT = 15;
/** The widest share of the canvas that labels take. */
const WIDEST = 0.24;

/** The room beside the plot that labels need, CSS pixels. */
export function endLabelRoom(labels: readonly string[], width: number, font: string): number {
  const pen = document.createElement('canvas').getContext('2d')!;
  pen.font = font;
  const widest = Math.max(0, ...labels.map((label) => pen.measureText(label).width));
  return Math.ceil(Math.min(widest + 2 * GAP + MARK, width * WIDEST));
}

export interface EndLabel {
  readonly text: string;
  readonly style: number;
  /** Canvas pixels. */
  y: number;
}

/** The plot between the axes, in canvas pixels. */
type PlotArea = Pick<Frame, 'left' | 'top' | 'width' | 'height' | 'ratio'>;

/**
 * Labels at the ends of lines. `labels` are those of all charts that stand above each other, so that their
 * plots have the same width.
 */
export const endLabels = (labels: readonly string[], axisWidth: number): LineLabels => ({
  axisWidth,
  room: (width, font) => endLabelRoom(labels, width, font),
  draw: drawEndLabels,
});

/** Draws a label for each shown line, at the height of its last value in the span. */
function drawEndLabels(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  lines: readonly EndingLine[],
  colours: Colours,
  fontPx: number,
): void {
  const labels: EndLabel[] = [];
  for (const { line, axis, isShown } of lines) {
    const scale = frame.scales[axis];
    const value = lastValueIn(line, frame.span);
    if (!isShown || !scale || value === undefined) continue;
    const { label, style } = line.series;
    labels.push({ text: label, style, y: yOfValue(frame, scale, value) });
  }
  writeEndLabels(ctx, frame, labels, colours, fontPx);
}

/** Writes labels beside a plot, apart from each other. */
export function writeEndLabels(
  ctx: CanvasRenderingContext2D,
  frame: PlotArea,
  labels: EndLabel[],
  colours: Colours,
  fontPx: number,
): void {
  moveApart(labels, LINE_HEIGHT * frame.ratio, frame.top, frame.top + frame.height);
  const left = frame.left + frame.width + GAP * frame.ratio;
  const textLeft = left + (MARK + GAP / 2) * frame.ratio;
  ctx.save();
  ctx.font = `${fontPx}px ${colours.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  for (const { text, style, y } of labels) {
    ctx.fillStyle = colours.series[style % STYLE_COUNT]!;
    ctx.fillRect(left, Math.round(y - frame.ratio), MARK * frame.ratio, 2.5 * frame.ratio);
    ctx.fillStyle = colours.ink;
    ctx.fillText(shorten(ctx, text, ctx.canvas.width - textLeft), textLeft, y);
  }
  ctx.restore();
}

/** Cuts a text to a width, with an ellipsis at its end. */
function shorten(ctx: CanvasRenderingContext2D, text: string, width: number): string {
  if (ctx.measureText(text).width <= width) return text;
  let end = text.length - 1;
  while (end > 1 && ctx.measureText(`${text.slice(0, end)}…`).width > width) end--;
  return `${text.slice(0, end)}…`;
}
