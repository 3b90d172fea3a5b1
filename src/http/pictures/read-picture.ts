// A board as a picture: its panels one after the other, so that a picture never takes the store for itself.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Caller } from '#accounts/authenticate';
import { refuseField } from '#core/errors';
import type { Instant } from '#core/time/instant';
import { type BoardPanel, readPanel } from '#http/pictures/read-panel';
import { type BoardPicture, type DrawnBoard, drawRows } from '#pictures/board/draw-board';
import type { Panel } from '#pictures/board/panel';
import type { Theme } from '#pictures/palette';
import type { ServiceContext } from '#service/context';

export interface PictureBoard {
  readonly name: string;
  readonly panels: readonly BoardPanel[];
}

export interface PictureOptions {
  /** The number of the only panel that is drawn, from 1; left out, all are. */
  readonly panel?: number | undefined;
  readonly width: number;
  readonly theme: Theme;
  readonly now: Instant;
}

const EMPTY: Panel = {
  ...{ title: 'Empty', facts: '', notes: [], width: 'full' },
  content: { kind: 'message', text: 'This board has no panels yet.' },
};

export async function readPicture(
  context: ServiceContext,
  caller: Caller,
  board: PictureBoard,
  { panel: number, width, theme, now }: PictureOptions,
): Promise<DrawnBoard> {
  const panels: Panel[] = [];
  for (const panel of chosenPanels(board, number)) {
    panels.push(await readPanel(panel, { caller, context, now }));
    await nextTurn();
  }
  const shown = panels.length > 0 ? panels : [EMPTY];
  const picture = { name: board.name, panels: shown, width, theme, now, market: context.zone };
  return drawWithPauses(picture);
}

/** A board of 24 panels takes some 0.3 s to draw: other requests are answered between its rows. */
async function drawWithPauses(picture: BoardPicture): Promise<DrawnBoard> {
  const drawing = drawRows(picture);
  for (;;) {
    const { done, value } = drawing.next();
    if (done) return value;
    await nextTurn();
  }
}

function chosenPanels({ panels }: PictureBoard, number: number | undefined): readonly BoardPanel[] {
  if (number === undefined) return panels;
  const panel = panels[number - 1];
  if (panel) return [panel];
  const message = `the board has no panel ${number}`;
  const allowed = panels.length === 0 ? ['left out'] : [`1 to ${panels.length}`];
  throw refuseField('field_invalid', 'panel', message, allowed);
}
