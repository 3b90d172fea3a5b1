// A plot that is not over time as a PNG: title and plot on the card's background, at twice its size.

import { readColours } from '#explorer/chart/scene/colours.ts';
import { drawShape, type ShapeScene } from '#explorer/pages/compare/shapes/shape-drawing.ts';

const SCALE = 2;
/** CSS pixels. */
const MARGIN = 20;
const TITLE_SIZE = 16;
const TITLE_LINE = 32;

/** Draws the picture in the size and colours of a canvas on the page. */
export async function makeShapePicture(
  title: string,
  scene: ShapeScene,
  shown: HTMLCanvasElement,
): Promise<Blob> {
  const size = { width: shown.clientWidth, height: shown.clientHeight };
  const colours = readColours(shown);
  const plot = canvasOf(size.width, size.height);
  drawShape(plot.getContext('2d')!, scene, size, SCALE, colours);
  const canvas = canvasOf(size.width + 2 * MARGIN, size.height + TITLE_LINE + 2 * MARGIN);
  const ctx = canvas.getContext('2d')!;
  ctx.fillStyle = colours.card;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.fillStyle = colours.ink;
  ctx.font = `600 ${TITLE_SIZE * SCALE}px ${colours.font}`;
  ctx.textBaseline = 'middle';
  ctx.fillText(title, MARGIN * SCALE, (MARGIN + TITLE_LINE / 2) * SCALE, size.width * SCALE);
  ctx.drawImage(plot, MARGIN * SCALE, (MARGIN + TITLE_LINE) * SCALE);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The picture could not be made.'));
    }, 'image/png');
  });
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  return canvas;
}
