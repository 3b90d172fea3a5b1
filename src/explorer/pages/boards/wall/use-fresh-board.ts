// A wallboard follows its board: each round reads it again, and a board that was changed is shown instead.

import { useEffect } from 'react';
import { ApiError } from '#client/api-error';
import type { BoardShape } from '#contract/boards';
import { boards } from '#explorer/pages/boards/parts/boards-client.ts';

interface FreshBoard {
  /** Is given the board as it is stored now, if that is another state of it. */
  readonly onChanged: (board: BoardShape) => void;
  /** Is called if the board no longer exists, or is no longer shared. */
  readonly onGone: () => void;
}

/** Reads the board again in every round after the first. A fault that may pass waits for the next round. */
export function useFreshBoard(
  { id, version }: BoardShape,
  round: number,
  { onChanged, onGone }: FreshBoard,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new round reads
  useEffect(() => {
    if (round === 0) return undefined;
    const aborter = new AbortController();
    boards.read(id, { signal: aborter.signal }).then(
      (next) => {
        if (!aborter.signal.aborted && next.version !== version) onChanged(next);
      },
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) onGone();
      },
    );
    return () => aborter.abort();
  }, [round]);
}
