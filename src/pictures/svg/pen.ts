// What every part of a drawing is drawn with: the colours, and names that are unique in the document. Pure.

import type { Palette } from '#pictures/palette';
import { element, joinSvg, type Svg, textElement } from '#pictures/svg/element';
import { shortenText, textWidth } from '#pictures/svg/text-width';

/** A part of a drawing from its upper left corner on. */
export interface Drawing {
  readonly svg: Svg;
  readonly height: number;
}

export interface TextStyle {
  readonly size: number;
  readonly isBold?: boolean;
  readonly colour?: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  /** A longer text is cut to this width. */
  readonly room?: number;
}

export class Pen {
  readonly palette: Palette;
  #names = 0;

  constructor(palette: Palette) {
    this.palette = palette;
  }

  /** A name for a part that others refer to. */
  nextName(): string {
    return `part${++this.#names}`;
  }

  /** A text on one line; `y` is its base line. */
  text(x: number, y: number, text: string, style: TextStyle): Svg {
    const { size, isBold = false, colour = this.palette.ink, anchor = 'start', room } = style;
    const shown = room === undefined ? text : shortenText(text, room, { size, isBold });
    if (shown === '') return joinSvg();
    return textElement(
      'text',
      {
        ...{ x, y, 'font-size': size, fill: colour },
        'font-weight': isBold ? 600 : undefined,
        'text-anchor': anchor === 'start' ? undefined : anchor,
      },
      shown,
    );
  }

  box(x: number, y: number, width: number, height: number, fill: string, opacity?: number): Svg {
    return element('rect', { x, y, width, height, fill, 'fill-opacity': opacity });
  }

  width(text: string, style: Pick<TextStyle, 'size' | 'isBold'>): number {
    return textWidth(text, style);
  }
}
