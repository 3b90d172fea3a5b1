// A dialog of the boards: a title, what it is about, and its buttons.

import { type FormEvent, type ReactNode, useId } from 'react';
import { closeOnBackdrop, useModal } from '#explorer/parts/use-modal.ts';
import '#explorer/pages/boards/parts/board-dialog.css';

interface BoardDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The buttons at the end. */
  readonly actions: ReactNode;
  readonly onSubmit?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Escape and a press beside it close it. */
export function BoardDialog({ title, children, actions, onSubmit, onClose }: BoardDialogProps) {
  const id = useId();
  const dialog = useModal();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit?.();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog
      ref={dialog}
      className="board-dialog"
      aria-labelledby={id}
      onClose={onClose}
      onClick={closeOnBackdrop}
    >
      <form onSubmit={submit}>
        <h2 id={id}>{title}</h2>
        {children}
        <div className="board-dialog-actions">{actions}</div>
      </form>
    </dialog>
  );
}
