// Large figures, each with its name above and a note below. Pure.

import { joinSvg, movedTo, type Svg } from '#pictures/svg/element';
import type { Drawing, Pen } from '#pictures/svg/pen';

export interface Figure {
  readonly name: string;
  readonly text: string;
  readonly note: string;
}

export interface FigureGroup {
  /** Empty if nothing has to be told apart. */
  readonly name: string;
  readonly figures: readonly Figure[];
}

const CELL = 150;
const CELL_HEIGHT = 74;
const HEAD = 24;
const LARGE = 26;
const SMALL = 12;

export function drawFigures(groups: readonly FigureGroup[], width: number, pen: Pen): Drawing {
  const columns = Math.max(1, Math.floor(width / CELL));
  const parts: Svg[] = [];
  let y = 0;
  for (const { name, figures } of groups) {
    if (name !== '') {
      const style = { size: 13, isBold: true, colour: pen.palette.inkDim, room: width };
      parts.push(pen.text(0, y + 14, name, style));
      y += HEAD;
    }
    // Rows of about the same length.
    const rowCount = Math.max(1, Math.ceil(figures.length / columns));
    const used = Math.max(1, Math.ceil(figures.length / rowCount));
    const cell = width / used;
    figures.forEach((figure, i) => {
      const [column, row] = [i % used, Math.floor(i / used)];
      parts.push(movedTo(column * cell, y + row * CELL_HEIGHT, drawFigure(figure, cell - 10, pen)));
    });
    y += Math.ceil(figures.length / used) * CELL_HEIGHT;
  }
  return { svg: joinSvg(...parts), height: y };
}

/** A figure that is too long for its room is written smaller. */
function drawFigure({ name, text, note }: Figure, room: number, pen: Pen): Svg {
  const natural = pen.width(text, { size: LARGE, isBold: true });
  const size = Math.max(14, Math.min(LARGE, Math.floor((LARGE * room) / natural)));
  const dim = { size: SMALL, colour: pen.palette.inkDim, room };
  return joinSvg(
    pen.text(0, 12, name, dim),
    pen.text(0, 40, text, { size, isBold: true, room }),
    pen.text(0, 58, note, dim),
  );
}
