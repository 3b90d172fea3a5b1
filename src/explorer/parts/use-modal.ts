// A dialog that is open, above everything, as long as it exists.

import { type MouseEvent, useEffect, useRef } from 'react';

/** The ref of the dialog to open. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    if (!element.open) element.showModal();
  }, []);
  return dialog;
}

/** Closes a dialog on a click beside it: a click on the backdrop is a click on the dialog itself. */
export function closeOnBackdrop(event: MouseEvent<HTMLDialogElement>): void {
  if (event.target === event.currentTarget) event.currentTarget.close();
}
