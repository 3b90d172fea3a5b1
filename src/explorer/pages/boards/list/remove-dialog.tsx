// Asks before a board is removed.

import { useState } from 'react';
import type { BoardEntry } from '#contract/boards';
import { BoardDialog } from '#explorer/pages/boards/parts/board-dialog.tsx';

interface RemoveDialogProps {
  readonly board: BoardEntry;
  readonly onRemove: () => Promise<void>;
  readonly onClose: () => void;
}

export function RemoveDialog({ board, onRemove, onClose }: RemoveDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const submit = (): void => {
    setBusy(true);
    void onRemove().then(onClose);
  };
  return (
    <BoardDialog
      title={`Remove “${board.name}”?`}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            Keep it
          </button>
          <button type="submit" className="button board-danger" disabled={isBusy}>
            Remove
          </button>
        </>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        Its picture links end with it{board.shared && ', and your plan no longer sees it'}. The
        series themselves stay. This cannot be undone.
      </p>
    </BoardDialog>
  );
}
