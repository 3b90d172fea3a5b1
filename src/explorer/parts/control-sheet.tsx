// Controls that stand in the page, or on a phone in a sheet behind a line that sums them up.

import { type ReactNode, useState } from 'react';
import { closeOnBackdrop, useModal } from '#explorer/parts/use-modal.ts';
import { useSmallScreen } from '#explorer/parts/use-small-screen.ts';
import '#explorer/parts/control-sheet.css';

interface ControlSheetProps {
  /** What the controls are, for the sheet's head. */
  readonly title: string;
  /** What is chosen. */
  readonly summary: string;
  readonly children: ReactNode;
}

export function ControlSheet({ title, summary, children }: ControlSheetProps) {
  const isSmall = useSmallScreen();
  const [isOpen, setOpen] = useState(false);
  if (!isSmall) return children;
  return (
    <>
      <button
        type="button"
        className="button sheet-summary"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span>{summary}</span>
      </button>
      {isOpen && (
        <Sheet title={title} onClose={() => setOpen(false)}>
          {children}
        </Sheet>
      )}
    </>
  );
}

interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function Sheet({ title, onClose, children }: SheetProps) {
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
