// A board as one's own: for changing what another user shares, or as a beginning for another.

import type { BoardShape } from '#contract/boards';
import { boards } from '#explorer/pages/boards/parts/boards-client.ts';

/** The most characters of a name. */
export const LONGEST_NAME = 80;

/** Makes a copy that only the user sees. Another's board keeps its name. */
export const copyBoard = ({ name, own, panels }: BoardShape): Promise<BoardShape> =>
  boards.add({ name: own ? copyName(name) : name, shared: false, panels });

const COPY = ' (copy)';

export const copyName = (name: string): string =>
  `${name.slice(0, LONGEST_NAME - COPY.length).trimEnd()}${COPY}`;
