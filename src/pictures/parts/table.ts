// A table: as wide as its texts, narrower if there is no room. Pure.

import { element, joinSvg, type Svg } from '#pictures/svg/element';
import type { Drawing, Pen } from '#pictures/svg/pen';

export interface TableColumn {
  readonly title: string;
  /** Numbers end at the same pixel. */
  readonly isNumber?: boolean;
}

export interface Table {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly string[])[];
}

const FONT = 12;
const ROW = 22;
const PADDING = 8;
/** What follows a column of numbers begins this far from them. */
const NUMBER_GAP = 18;

export function drawTable({ columns, rows }: Table, width: number, pen: Pen): Drawing {
  const texts = [columns.map(({ title }) => title), ...rows];
  const widths = fitWidths(
    columns.map((_, i) =>
      Math.max(
        ...texts.map((row, at) => pen.width(row[i] ?? '', { size: FONT, isBold: at === 0 })),
      ),
    ),
    width,
  );
  const lefts = widths.map((_, i) => widths.slice(0, i).reduce((sum, one) => sum + one, 0));
  const drawn = texts.map((row, at): Svg => {
    const y = at * ROW;
    const cells = columns.map(({ isNumber = false }, i) => {
      const style = {
        size: FONT,
        isBold: at === 0,
        room: widths[i]! - (isNumber ? NUMBER_GAP : PADDING),
      };
      const colour = at === 0 ? pen.palette.inkDim : pen.palette.ink;
      const x = isNumber ? lefts[i]! + widths[i]! - NUMBER_GAP : lefts[i]!;
      const anchor = isNumber ? 'end' : 'start';
      return pen.text(x, y + 15, row[i] ?? '', { ...style, colour, anchor });
    });
    const rule = { x1: 0, x2: width, y1: y + ROW - 0.5, y2: y + ROW - 0.5 };
    return joinSvg(...cells, element('line', { ...rule, stroke: pen.palette.line }));
  });
  return { svg: joinSvg(...drawn), height: texts.length * ROW };
}

/** The widths of columns with the room between them. Spare room is shared; missing room is taken from the widest. */
function fitWidths(natural: readonly number[], width: number): number[] {
  const widths = natural.map((one) => one + NUMBER_GAP + 2);
  const total = (): number => widths.reduce((sum, one) => sum + one, 0);
  while (total() > width) {
    const widest = widths.indexOf(Math.max(...widths));
    if (widths[widest]! <= 2 * NUMBER_GAP) break;
    widths[widest]! -= Math.min(8, total() - width);
  }
  const spare = Math.max(0, width - total()) / widths.length;
  return widths.map((one) => one + spare);
}
