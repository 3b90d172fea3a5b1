// A sheet at the bottom of a phone's screen.

import type { ReactNode } from 'react';
import { closeOnBackdrop, useModal } from '#explorer/parts/use-modal.ts';
import '#explorer/parts/sheet.css';

interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Sheet({ title, onClose, children }: SheetProps) {
  const dialog = useModal();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog
      ref={dialog}
      className="sheet"
      aria-label={title}
      onClose={onClose}
      onClick={closeOnBackdrop}
    >
      <div className="sheet-body">
        <header>
          <h2>{title}</h2>
          <button type="button" className="button primary" onClick={() => dialog.current?.close()}>
            Done
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
