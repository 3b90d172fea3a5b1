// Asks before something that changes many values at once.

import type { ReactNode } from 'react';
import { useModal } from '#explorer/parts/use-modal.ts';

interface ConfirmDialogProps {
  readonly title: string;
  /** What the button that goes on says. */
  readonly action: string;
  readonly children: ReactNode;
  readonly onClose: (isConfirmed: boolean) => void;
}

export function ConfirmDialog({ title, action, children, onClose }: ConfirmDialogProps) {
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className="card operator-dialog"
      aria-labelledby="operator-confirm"
      onClose={() => onClose(false)}
    >
      <h2 id="operator-confirm">{title}</h2>
      {children}
      <div className="operator-actions">
        <button type="button" className="button" onClick={() => onClose(false)}>
          Cancel
        </button>
        <button type="button" className="button primary" onClick={() => onClose(true)}>
          {action}
        </button>
      </div>
    </dialog>
  );
}
