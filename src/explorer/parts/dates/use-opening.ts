// When a field's choices are open: from the focus on, until a choice, Escape, Enter or another field.

import { type RefObject, useRef, useState } from 'react';

/** The widths at which the page has its narrow layout. */
const PHONE = '(max-width: 760px)';

export function useOpening(input: RefObject<HTMLInputElement | null>) {
  const [isOpen, setOpen] = useState(false);
  const [isSheet, setSheet] = useState(false);
  const [focusCount, setFocusCount] = useState(0);
  // After a choice the focus comes back to the field, which then stays closed until it is left.
  const isDone = useRef(false);

  const open = (): void => {
    isDone.current = false;
    setSheet(window.matchMedia(PHONE).matches);
    setOpen(true);
  };
  const close = (): void => {
    isDone.current = true;
    setOpen(false);
    setFocusCount(0);
    // On a phone the focus would bring up the keyboard.
    if (isSheet) input.current?.blur();
    else if (isOpen && focusCount > 0) input.current?.focus();
  };
  return {
    isOpen,
    isSheet,
    focusCount,
    open,
    close,
    /** Opens and moves the focus into the calendar. */
    enter: (): void => {
      open();
      setFocusCount((count) => count + 1);
    },
    onFocus: (): void => {
      if (!isDone.current) open();
    },
    leave: (): void => {
      isDone.current = false;
      setOpen(false);
      setFocusCount(0);
    },
  };
}
