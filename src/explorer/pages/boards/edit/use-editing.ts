// The edited board: its draft, saving it, and what stands in the way.

import { useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '#client/api-error';
import type { BoardShape, PanelShape } from '#contract/boards';
import {
  bodyOf,
  changePanel,
  type Draft,
  type DraftHistory,
  draftOf,
  isSame,
  movePanel,
  placeOf,
  removePanel,
  undone,
  withDraft,
} from '#explorer/pages/boards/edit/board-draft.ts';
import { boards } from '#explorer/pages/boards/parts/boards-client.ts';
import { copyName } from '#explorer/pages/boards/parts/copy-board.ts';
import { dropRefusedSession } from '#explorer/state/session.ts';

export interface Editing {
  readonly draft: Draft;
  readonly isChanged: boolean;
  readonly canUndo: boolean;
  readonly isSaving: boolean;
  /** Why the last attempt to save failed. */
  readonly error: Error | undefined;
  /** Whether the stored board is another than the one that was opened. */
  readonly isConflict: boolean;
  /** What the last change did, for the live region. */
  readonly said: string;
  change(draft: Draft, said: string): void;
  move(key: number, by: number): void;
  changePanel(key: number, part: Partial<PanelShape>, said: string): void;
  remove(key: number, title: string): void;
  undo(): void;
  save(): Promise<void>;
  saveCopy(): Promise<void>;
  keepEditing(): void;
}

interface EditingEnd {
  readonly onSaved: (board: BoardShape) => void;
  readonly onCopied: (board: BoardShape) => void;
}

const CONFLICT = 409;

/** Undefined while the board is not edited; `start` and `stop` begin and end it. */
export function useEditing(board: BoardShape | undefined, { onSaved, onCopied }: EditingEnd) {
  const [history, setHistory] = useState<DraftHistory>();
  const [said, setSaid] = useState('');
  const [state, setState] = useState<{ isSaving: boolean; error?: Error }>({ isSaving: false });
  const stop = (): void => {
    setHistory(undefined);
    setState({ isSaving: false });
    setSaid('');
  };
  const start = (): void => board && setHistory(draftOf(board));
  const send = async (
    write: () => Promise<BoardShape>,
    done: (board: BoardShape) => void,
  ): Promise<void> => {
    setState({ isSaving: true });
    try {
      const written = await write();
      // Nothing is unsaved any more: the page may be left.
      flushSync(stop);
      done(written);
    } catch (error) {
      dropRefusedSession(error as Error);
      setState({ isSaving: false, error: error as Error });
    }
  };
  if (!history || !board) return { editing: undefined, start, stop };

  const { draft, past } = history;
  const change = (next: Draft, text: string): void => {
    setSaid(text);
    if (next !== draft) setHistory(withDraft(history, next));
  };
  const editing: Editing = {
    draft,
    isChanged: !isSame(bodyOf(draft), board),
    canUndo: past.length > 0,
    isSaving: state.isSaving,
    error: state.error,
    isConflict: state.error instanceof ApiError && state.error.status === CONFLICT,
    said,
    change,
    move: (key, by) => {
      const next = movePanel(draft, key, by);
      const text = `place ${placeOf(next, key) + 1} of ${next.panels.length}`;
      change(next, next === draft ? `Stays at ${text}` : `Moved to ${text}`);
    },
    changePanel: (key, part, text) => change(changePanel(draft, key, part), text),
    remove: (key, title) =>
      change(removePanel(draft, key), `Removed ${title}. Undo brings it back.`),
    undo: () => {
      setHistory(undone(history));
      setSaid('The last change is undone');
    },
    save: () =>
      send(() => boards.change(board.id, { ...bodyOf(draft), version: board.version }), onSaved),
    saveCopy: () => send(() => boards.add(copyOf(draft)), onCopied),
    keepEditing: () => setState({ isSaving: false }),
  };
  return { editing, start, stop };
}

/** A copy belongs to its maker alone. */
const copyOf = (draft: Draft) => {
  const body = bodyOf(draft);
  return { ...body, name: copyName(body.name), shared: false };
};
