// Asks what becomes of unsaved changes.

import { BoardDialog } from '#explorer/pages/boards/parts/board-dialog.tsx';

interface LeaveDialogProps {
  readonly onStay: () => void;
  readonly onDiscard: () => void;
}

export const LeaveDialog = ({ onStay, onDiscard }: LeaveDialogProps) => (
  <BoardDialog
    title="Leave without saving?"
    actions={
      <>
        <button type="button" className="button board-danger" onClick={onDiscard}>
          Discard the changes
        </button>
        <button type="submit" className="button primary">
          Keep editing
        </button>
      </>
    }
    onSubmit={onStay}
    onClose={onStay}
  >
    <p>The changes to this board are not saved yet.</p>
  </BoardDialog>
);
