// Slanted lines as a pattern to fill with: what is hatched shows without a colour.

/** Makes the pattern. `size` is the distance of two lines in canvas pixels. */
export function hatch(ctx: CanvasRenderingContext2D, colour: string, size = 6): CanvasPattern {
  const tile = document.createElement('canvas');
  tile.width = tile.height = size;
  const pen = tile.getContext('2d')!;
  pen.strokeStyle = colour;
  pen.lineWidth = size / 6;
  pen.beginPath();
  for (const shift of [-size, 0, size]) {
    pen.moveTo(shift, size);
    pen.lineTo(shift + size, 0);
  }
  pen.stroke();
  return ctx.createPattern(tile, 'repeat')!;
}
