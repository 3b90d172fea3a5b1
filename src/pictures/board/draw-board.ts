// A board as one SVG: its panels in one or two columns, and a footer that says what it is and when it was made.
// Pure.

import type { Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { drawCard, drawPanel, type Panel } from '#pictures/board/panel';
import { PALETTES, type Theme } from '#pictures/palette';
import { element, joinSvg, movedTo, type Svg, textElement } from '#pictures/svg/element';
import { Pen } from '#pictures/svg/pen';
import { formatMoment, zoneLabelAt } from '#view/values/time-text';

/** The font of pictures, then fonts of the same widths. */
export const FONT_FAMILY = "Arimo, Arial, 'Liberation Sans', Helvetica, sans-serif";

const MARGIN = 16;
const GAP = 12;
const FOOTER = 30;
/** A renderer takes four bytes a pixel, so that a picture of a board takes at most 80 MB of it. */
export const MOST_PIXELS = 20_000_000;
/** Two panels fit beside each other from this width on. */
const TWO_COLUMNS = 900;

export interface BoardPicture {
  readonly name: string;
  readonly panels: readonly Panel[];
  /** Pixels. */
  readonly width: number;
  readonly theme: Theme;
  /** When the picture is made. */
  readonly now: Instant;
  /** The zone of that time. */
  readonly market: Zone;
}

export interface DrawnBoard {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

export function drawBoard(picture: BoardPicture): DrawnBoard {
  const drawing = drawRows(picture);
  for (;;) {
    const { done, value } = drawing.next();
    if (done) return value;
  }
}

/** Draws row by row, so that a server can do other work in between. */
export function* drawRows(picture: BoardPicture): Generator<undefined, DrawnBoard> {
  const { name, width, theme } = picture;
  const pen = new Pen(PALETTES[theme]);
  const inner = width - 2 * MARGIN;
  const rows = rowsOf(picture.panels, width >= TWO_COLUMNS);
  const parts: Svg[] = [];
  let y = MARGIN;
  for (const [index, row] of rows.entries()) {
    const isPair = width >= TWO_COLUMNS && row.every((panel) => panel.width === 'half');
    const panelWidth = isPair ? Math.floor((inner - GAP) / 2) : inner;
    const natural = row.map((panel) => drawPanel(panel, panelWidth, pen));
    const height = Math.ceil(Math.max(...natural.map((one) => one.height)));
    if (index > 0 && (y + height) * width > MOST_PIXELS) {
      const rest = drawPanel(leftOut(rows.slice(index).flat().length), inner, pen);
      const restHeight = Math.ceil(rest.height);
      parts.push(movedTo(MARGIN, y, drawCard(inner, restHeight, pen), rest.svg));
      y += restHeight + GAP;
      break;
    }
    const drawn = row.map((panel, i) => {
      const extra = height - natural[i]!.height;
      return extra < 1 ? natural[i]! : drawPanel(panel, panelWidth, pen, extra);
    });
    drawn.forEach(({ svg }, i) => {
      const x = MARGIN + i * (panelWidth + GAP);
      parts.push(movedTo(x, y, drawCard(panelWidth, height, pen), svg));
    });
    y += height + GAP;
    yield;
  }
  const height = Math.ceil(y - GAP + FOOTER + MARGIN / 2);
  const attributes = {
    ...{ xmlns: 'http://www.w3.org/2000/svg', width, height, 'font-family': FONT_FAMILY },
    ...{ viewBox: `0 0 ${width} ${height}`, role: 'img' },
  };
  const svg = element(
    'svg',
    attributes,
    textElement('title', {}, name),
    pen.box(0, 0, width, height, pen.palette.paper),
    ...parts,
    drawFooter(picture, y - GAP, inner, pen),
  );
  return { svg, width, height };
}

/** What stands in place of panels for which a picture has no room. */
const leftOut = (count: number): Panel => ({
  ...{ title: `${count} more ${count === 1 ? 'panel' : 'panels'}`, facts: '', notes: [] },
  content: {
    kind: 'message',
    text: `A picture has at most ${MOST_PIXELS / 1e6} million pixels. Ask for a smaller width, or for one panel by its number, such as panel=24.`,
  },
  width: 'full',
});

/** The panels of each row: two halves beside each other, or one. */
function rowsOf(panels: readonly Panel[], hasTwo: boolean): Panel[][] {
  const rows: Panel[][] = [];
  for (const panel of panels) {
    const last = rows.at(-1);
    const fits =
      hasTwo && panel.width === 'half' && last?.length === 1 && last[0]!.width === 'half';
    if (fits) last.push(panel);
    else rows.push([panel]);
  }
  return rows;
}

function drawFooter({ name, now, market }: BoardPicture, top: number, room: number, pen: Pen): Svg {
  const made = `made ${formatMoment(now, market)} ${zoneLabelAt(now, market)}`;
  const dim = { size: 12, colour: pen.palette.inkDim };
  const madeWidth = pen.width(made, dim);
  const y = top + 22;
  return joinSvg(
    pen.text(MARGIN, y, name, { size: 12, isBold: true, room: room - madeWidth - 16 }),
    pen.text(MARGIN + room, y, made, { ...dim, anchor: 'end' }),
  );
}
