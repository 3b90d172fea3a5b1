// Another tab has changed the board since it was opened: its version, or this one as a copy.

import { BoardDialog } from '#explorer/pages/boards/parts/board-dialog.tsx';

interface ConflictDialogProps {
  readonly onShowTheirs: () => void;
  readonly onSaveCopy: () => void;
  readonly onClose: () => void;
}

export const ConflictDialog = ({ onShowTheirs, onSaveCopy, onClose }: ConflictDialogProps) => (
  <BoardDialog
    title="This board was changed elsewhere"
    actions={
      <>
        <button type="button" className="button" onClick={onClose}>
          Keep editing
        </button>
        <button type="button" className="button" onClick={onShowTheirs}>
          Show theirs
        </button>
        <button type="submit" className="button primary">
          Save mine as a copy
        </button>
      </>
    }
    onSubmit={onSaveCopy}
    onClose={onClose}
  >
    <p>
      Another tab or browser has saved this board since you opened it. Nothing of yours is stored
      yet: save it as a board of its own, or discard it and see theirs.
    </p>
  </BoardDialog>
);
