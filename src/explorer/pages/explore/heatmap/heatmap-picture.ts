// The heatmap as a PNG: title, every column, the key to the colours, and what the picture says of itself.

import type { SeriesColumns } from '#contract/forecast';
import type { Zone } from '#core/time/zone';
import { pngOf } from '#explorer/chart/drawing/picture.ts';
import { pictureNoteHere } from '#explorer/chart/drawing/picture-note.ts';
import { readColours } from '#explorer/chart/scene/colours.ts';
import {
  drawHeatmap,
  drawLegend,
  type HeatmapScene,
} from '#explorer/pages/explore/heatmap/heatmap-drawing.ts';
import { formatValue } from '#view/values/value-text';

/** CSS pixels. */
const MARGIN = 20;
const TITLE_LINE = 30;
const KEY_LINE = 26;
const NOTE_LINE = 22;
const [KEY_WIDTH, KEY_HEIGHT] = [240, 10];
/** The least width: the notes need it. */
const LEAST_WIDTH = 720;

export interface HeatmapPicture extends HeatmapScene {
  readonly answer: SeriesColumns;
}

export async function makeHeatmapPicture(
  { answer, ...scene }: HeatmapPicture,
  zone: Zone,
  decimals: number,
): Promise<Blob> {
  const cells = document.createElement('canvas');
  // The page decides the colours, so the canvas must be in it.
  document.body.append(cells);
  drawHeatmap(cells, scene);
  const colours = readColours(cells);
  cells.remove();
  const { width, height } = scene.layout;
  const ratio = cells.width / width;
  const inner = Math.max(width, LEAST_WIDTH);
  const picture = document.createElement('canvas');
  picture.width = Math.round((inner + 2 * MARGIN) * ratio);
  picture.height = Math.round((2 * MARGIN + TITLE_LINE + height + KEY_LINE + NOTE_LINE) * ratio);
  const ctx = picture.getContext('2d')!;
  ctx.scale(ratio, ratio);
  ctx.fillStyle = colours.card;
  ctx.fillRect(0, 0, picture.width, picture.height);
  ctx.textBaseline = 'middle';
  ctx.fillStyle = colours.ink;
  ctx.font = `600 16px ${colours.font}`;
  const title = `${answer.description}, ${answer.unit}`;
  ctx.fillText(title, MARGIN, MARGIN + TITLE_LINE / 2, inner);
  ctx.drawImage(cells, MARGIN, MARGIN + TITLE_LINE, width, height);
  const keyAt = MARGIN + TITLE_LINE + height + KEY_LINE / 2;
  ctx.font = `12px ${colours.font}`;
  drawKey(ctx, scene, keyAt, (value) => formatValue(value, decimals));
  ctx.fillStyle = colours.axis;
  const [start, end] = spanOf(scene, zone);
  const noteAt = keyAt + (KEY_LINE + NOTE_LINE) / 2;
  ctx.fillText(pictureNoteHere(start, end, zone), MARGIN, noteAt, inner);
  return pngOf(picture);
}

/** The first and the last instant of the days laid out, in seconds. */
function spanOf({ grid }: HeatmapScene, zone: Zone): readonly [start: number, end: number] {
  const [first, last] = grid.loadedDays;
  return [zone.startOfDay(first) / 1000, zone.startOfDay(last + 1) / 1000];
}

function drawKey(
  ctx: CanvasRenderingContext2D,
  { scale, scheme }: HeatmapScene,
  y: number,
  textOf: (value: number) => string,
): void {
  const strip = document.createElement('canvas');
  [strip.width, strip.height] = [KEY_WIDTH, KEY_HEIGHT];
  drawLegend(strip, scale, scheme);
  const low = textOf(scale.low);
  ctx.fillText(low, MARGIN, y);
  const stripAt = MARGIN + ctx.measureText(low).width + 10;
  ctx.drawImage(strip, stripAt, y - KEY_HEIGHT / 2, KEY_WIDTH, KEY_HEIGHT);
  ctx.fillText(textOf(scale.high), stripAt + KEY_WIDTH + 10, y);
}
