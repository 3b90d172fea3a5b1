// Draws the frame of a plot that is not over time: axes, grid, titles and the names of lines.

import { type EndLabel, endLabelRoom, writeEndLabels } from '#explorer/chart/drawing/end-labels.ts';
import type { Colours } from '#explorer/chart/scene/colours.ts';
import type { ShapeAxis } from '#explorer/pages/compare/shapes/shape-axis.ts';

/** What a shape draws with. Lengths are canvas pixels. */
export interface ShapePen {
  readonly ctx: CanvasRenderingContext2D;
  readonly colours: Colours;
  readonly ratio: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly xOf: (value: number) => number;
  readonly yOf: (value: number) => number;
}

/** The name of a line at its end, by the value at which it ends. */
export interface ShapeLabel {
  readonly text: string;
  readonly style: number;
  readonly value: number;
}

export interface ShapeScene {
  readonly x: ShapeAxis;
  readonly y: ShapeAxis;
  readonly labels: readonly ShapeLabel[];
  readonly draw: (pen: ShapePen) => void;
}

/** CSS pixels. */
const FONT = 12;
const TOP = 30;
const BOTTOM = 46;
const GAP = 8;
const RIGHT = 18;

export interface CanvasSize {
  readonly width: number;
  readonly height: number;
}

/** Draws a scene of a size in CSS pixels, at a position on the canvas. Returns its pen. */
export function drawShape(
  ctx: CanvasRenderingContext2D,
  scene: ShapeScene,
  size: CanvasSize,
  ratio: number,
  colours: Colours,
): ShapePen {
  const font = `${FONT}px ${colours.font}`;
  ctx.font = font;
  const widest = Math.max(0, ...scene.y.splits.map(({ text }) => ctx.measureText(text).width));
  const labels = scene.labels.map(({ text }) => text);
  const room =
    labels.length === 0 ? RIGHT : Math.max(RIGHT, endLabelRoom(labels, size.width, font));
  const left = Math.ceil(widest + GAP) * ratio;
  const [top, width] = [TOP * ratio, (size.width - room) * ratio - left];
  const height = (size.height - TOP - BOTTOM) * ratio;
  const { x, y } = scene;
  const pen: ShapePen = {
    ...{ ctx, colours, ratio, left, top, width, height },
    xOf: (value) => left + ((value - x.min) / (x.max - x.min)) * width,
    yOf: (value) => top + ((y.max - value) / (y.max - y.min)) * height,
  };
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  drawAxes(pen, scene);
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top - ratio, width, height + 2 * ratio);
  ctx.clip();
  scene.draw(pen);
  ctx.restore();
  const endLabels: EndLabel[] = scene.labels.map(({ text, style, value }) => ({
    text,
    style,
    y: pen.yOf(value),
  }));
  writeEndLabels(ctx, pen, endLabels, colours, FONT * ratio);
  return pen;
}

function drawAxes(pen: ShapePen, { x, y }: ShapeScene): void {
  const { ctx, colours, ratio, left, top, width, height } = pen;
  const line = Math.max(1, Math.round(ratio));
  ctx.save();
  ctx.font = `${FONT * ratio}px ${colours.font}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'right';
  for (const { at, text } of y.splits) {
    ctx.fillStyle = at === 0 ? colours.zero : colours.grid;
    ctx.fillRect(left, Math.round(pen.yOf(at)), width, line);
    ctx.fillStyle = colours.axis;
    ctx.fillText(text, left - GAP * ratio, pen.yOf(at));
  }
  ctx.textAlign = 'center';
  for (const { at, text } of x.splits) {
    ctx.fillStyle = colours.grid;
    ctx.fillRect(Math.round(pen.xOf(at)), top, line, height);
    ctx.fillStyle = colours.axis;
    // The last label stays on the canvas.
    const most = ctx.canvas.width - ctx.measureText(text).width / 2;
    ctx.fillText(text, Math.min(pen.xOf(at), most), top + height + 14 * ratio);
  }
  ctx.fillText(x.title, left + width / 2, top + height + 33 * ratio);
  ctx.textAlign = 'left';
  ctx.fillText(y.title, 0, top - 17 * ratio);
  ctx.restore();
}
