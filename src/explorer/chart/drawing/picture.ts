// A chart as a PNG: title, legend, plot and what the picture says of itself, on the card's background, at twice the size on the screen.

import { pictureNoteHere } from '#explorer/chart/drawing/picture-note.ts';
import { Plot } from '#explorer/chart/drawing/plot.ts';
import { type Colours, dashOf, STYLE_COUNT } from '#explorer/chart/scene/colours.ts';
import { legendEntries } from '#explorer/chart/scene/legend-entries.ts';
import type { Scene } from '#explorer/chart/scene/scene.ts';

const SCALE = 2;
/** CSS pixels. */
const MARGIN = 20;
const TITLE_SIZE = 16;
const TITLE_LINE = 28;
const LEGEND_SIZE = 13;
const LEGEND_LINE = 24;
const SAMPLE = 28;
const NOTE_SIZE = 12;
const NOTE_LINE = 22;

/** Draws the picture of a plot as it is shown now. */
export async function makePicture(title: string, shown: Plot): Promise<Blob> {
  const { scene, colours, size } = shown;
  const plot = await plotAtScale(shown);
  const canvas = document.createElement('canvas');
  const ctx = canvas.getContext('2d')!;
  const rows = legendRows(ctx, scene, colours, size.width);
  const head = MARGIN + TITLE_LINE + rows.length * LEGEND_LINE + 8;
  canvas.width = (size.width + 2 * MARGIN) * SCALE;
  canvas.height = (head + size.height + NOTE_LINE + MARGIN) * SCALE;
  ctx.scale(SCALE, SCALE);
  ctx.fillStyle = colours.card;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.textBaseline = 'middle';
  ctx.fillStyle = colours.ink;
  ctx.font = `600 ${TITLE_SIZE}px ${colours.font}`;
  ctx.fillText(title, MARGIN, MARGIN + TITLE_LINE / 2, size.width);
  rows.forEach((row, i) => {
    const y = MARGIN + TITLE_LINE + (i + 0.5) * LEGEND_LINE;
    for (const entry of row) drawEntry(ctx, entry, y, colours, scene.labelled !== undefined);
  });
  ctx.drawImage(plot.canvas, MARGIN, head, size.width, size.height);
  plot.destroy();
  ctx.font = `${NOTE_SIZE}px ${colours.font}`;
  ctx.fillStyle = colours.axis;
  const note = pictureNoteHere(shown.span.start, shown.span.end, scene.zone);
  ctx.fillText(note, MARGIN, head + size.height + NOTE_LINE / 2, size.width);
  return pngOf(canvas);
}

export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The picture could not be made.'));
    }, 'image/png');
  });
}

/** Makes a second plot off the page, large enough to be sharp on a screen of any density. */
async function plotAtScale({ scene, span, colours, size }: Plot): Promise<Plot> {
  const zoom = SCALE / window.devicePixelRatio;
  const large = { width: size.width * zoom, height: size.height * zoom };
  const plot = new Plot(undefined, large, { scene, span, colours }, zoom);
  // uPlot draws when the running task ends.
  await Promise.resolve();
  return plot;
}

interface PlacedEntry {
  readonly x: number;
  readonly text: string;
  readonly style: number;
  readonly isFaint: boolean;
}

/** Puts the entries of the shown lines in as many rows as they need. */
function legendRows(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  colours: Colours,
  width: number,
): PlacedEntry[][] {
  ctx.font = `${LEGEND_SIZE}px ${colours.font}`;
  const rows: PlacedEntry[][] = [];
  let x = width;
  for (const { label, note, style, isFaint, isShown } of legendEntries(scene)) {
    if (!isShown) continue;
    const text = note === '' ? label : `${label} (${note})`;
    const entryWidth = SAMPLE + 8 + ctx.measureText(text).width + 20;
    if (x + entryWidth > width && (x > 0 || rows.length === 0)) {
      rows.push([]);
      x = 0;
    }
    rows.at(-1)!.push({ x: MARGIN + x, text, style, isFaint });
    x += entryWidth;
  }
  return rows;
}

function drawEntry(
  ctx: CanvasRenderingContext2D,
  { x, text, style, isFaint }: PlacedEntry,
  y: number,
  colours: Colours,
  isLabelled: boolean,
): void {
  const index = style % STYLE_COUNT;
  ctx.save();
  ctx.strokeStyle = colours.series[index]!;
  ctx.lineWidth = isFaint ? 1.25 : 2.5;
  ctx.setLineDash([...dashOf(style, isLabelled)]);
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x + SAMPLE, y);
  ctx.stroke();
  ctx.font = `${LEGEND_SIZE}px ${colours.font}`;
  ctx.fillStyle = colours.ink;
  ctx.fillText(text, x + SAMPLE + 8, y);
  ctx.restore();
}
